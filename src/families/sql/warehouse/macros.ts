/** Snowflake's names for what DuckDB calls otherwise, kept in the warehouse so that queries can use them. */
export const macros: readonly string[] = [
  'CREATE MACRO iff(condition, yes, no) AS CASE WHEN condition THEN yes ELSE no END',
  'CREATE MACRO nvl(value, otherwise) AS coalesce(value, otherwise)',
  'CREATE MACRO zeroifnull(value) AS coalesce(value, 0)',
  'CREATE MACRO nullifzero(value) AS nullif(value, 0)',
  'CREATE MACRO div0(numerator, denominator) AS CASE WHEN denominator = 0 THEN 0 ELSE numerator / denominator END',
  'CREATE MACRO convert_timezone(source_zone, target_zone, stamp) AS timezone(target_zone, timezone(source_zone, stamp))',
];
