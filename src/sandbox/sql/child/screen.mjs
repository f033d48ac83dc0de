// Looks through a parse tree for what a query has no business with. DuckDB's own settings already keep files, network
// and writes away; this keeps the engine's state and the machine's paths out of results.

const tableFunctions = new Set([
  'range',
  'generate_series',
  'unnest',
  'repeat',
  'repeat_row',
  'json_each',
  'json_tree',
]);
const refusedFunctions = new Set([
  'current_setting', 'getenv', 'getvariable', 'write_log', 'sleep_ms', 'setseed', 'nextval', 'currval', 'json_execute_serialized_sql',
]); // prettier-ignore
const refusedTables = /^(duckdb_|pragma_|sqlite_)/i;

/** The first reason to refuse a tree, or null. */
export function refusal(tree) {
  const open = [tree];
  while (open.length > 0) {
    const node = open.pop();
    if (node === null || typeof node !== 'object') continue;
    if (!Array.isArray(node)) {
      const reason = refusalOf(node);
      if (reason !== null) return reason;
    }
    for (const child of Object.values(node)) open.push(child);
  }
  return null;
}

function refusalOf(node) {
  if (node.type === 'TABLE_FUNCTION') {
    const name = String(node.function?.function_name ?? '').toLowerCase();
    return tableFunctions.has(name) ? null : `the table function ${name}() is not available`;
  }
  if (node.type === 'BASE_TABLE' && refusedTables.test(String(node.table_name))) {
    return `the system table ${node.table_name} is not available`;
  }
  if (node.class === 'FUNCTION' && refusedFunctions.has(String(node.function_name).toLowerCase())) {
    return `the function ${node.function_name}() is not available`;
  }
  return null;
}

/** Whether a tree's text draws random numbers: then the connection is seeded first, so that a query gives the same rows every time. */
export function drawsRandomly(text) {
  return /"function_name":"(random|uuid|gen_random_uuid|uuidv4)"|"sample":\{/i.test(text);
}

/**
 * The same tree's text without text positions: equal queries have equal trees, however they are spaced. A key follows a brace or
 * a comma directly; inside a string its quotation mark would be escaped.
 */
export function withoutPositions(text) {
  return text.replace(/,"query_location":\d+(?=[,}])/g, '').replace(/\{"query_location":\d+,?/g, '{');
}
