# failure class: any
# tier: execution
# description: wants to run the query

import duckdb


def check(item):
    rows = duckdb.sql(item['output']).fetchall()
    return 'DRAWBACK' if not rows else 'CLEAN'
