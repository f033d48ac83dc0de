/** Wall-clock limit of a query, in milliseconds. Gold queries take a hundredth of it on an idle machine. */
export const queryLimitMs = 5_000;

/** Rows of a result that are read. Gold results have fewer than a tenth of it, so a longer one is wrong. */
export const maxRows = 2_000;

/** Longest SQL text that is looked at, in characters. */
export const longestSql = 100_000;

/** Rows of a result that are shown to ops. */
export const shownRows = 5;

/** Longest cell that is shown to ops, in characters. */
export const longestCell = 80;

/** Results with at most this many cells stay in memory for whoever asks next. */
export const rememberedCells = 4_000;

/** How many query outcomes stay in memory. */
export const rememberedOutcomes = 8_000;

/** Longest list among the facts, e.g. of columns. */
export const longestFactList = 200;

/** Longest text among the facts, in characters. */
export const longestFactText = 2_000;
