/** Queries that a closed sandbox refuses or stops; each names the wall that it knocks at. */
export const probes: readonly { readonly name: string; readonly sql: string }[] = [
  { name: 'reading files', sql: "SELECT * FROM '/etc/hosts.csv'" },
  { name: 'reading files through functions', sql: "SELECT content FROM read_text('/etc/hosts')" },
  { name: 'network', sql: "SELECT * FROM read_csv('http://127.0.0.1:9/x.csv')" },
  { name: 'writing files', sql: "COPY (SELECT 1) TO 'pawl-probe.csv'" },
  { name: 'other databases', sql: "ATTACH 'pawl-probe.duckdb'" },
  { name: 'extensions', sql: 'LOAD httpfs' },
  { name: 'settings', sql: 'SET threads = 8' },
  { name: 'temporary tables', sql: 'CREATE TEMP TABLE pawl_probe AS SELECT 1' },
  { name: 'several statements', sql: 'SELECT 1; SELECT 2' },
  { name: "the machine's paths", sql: 'SELECT path FROM duckdb_databases()' },
  { name: 'memory', sql: 'SELECT list(a.range) FROM range(100000) a, range(1000) b' },
  {
    name: 'time',
    sql: 'WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r',
  },
];
