/** Marks a SQLite file as a Pawl store (`PRAGMA application_id`): the letters "Pawl". */
export const applicationId = 0x5061776c;

/**
 * The steps that bring a store from one version to the next; `PRAGMA user_version` counts the steps taken. A published
 * step is never changed: a new version adds one.
 */
export const migrations: readonly string[] = [
  `
  -- One row per invocation: what was asked, enough to ask it again.
  CREATE TABLE runs (
    id INTEGER PRIMARY KEY,
    command TEXT NOT NULL,
    request TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('running', 'finished', 'stopped', 'failed')),
    reason TEXT,
    started_at TEXT NOT NULL,
    ended_at TEXT
  ) STRICT;

  -- The unit of work that is shared between runs: equal config, equal bytes.
  CREATE TABLE cells (
    id INTEGER PRIMARY KEY,
    family TEXT NOT NULL,
    arm TEXT NOT NULL,
    seed INTEGER NOT NULL,
    config_hash TEXT NOT NULL,
    config TEXT NOT NULL,
    UNIQUE (family, arm, seed, config_hash)
  ) STRICT;

  -- What is true of a cell in every round: its pack, its tasks, the graders that it is compared with.
  CREATE TABLE cell_facts (
    cell_id INTEGER NOT NULL REFERENCES cells (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (cell_id, name)
  ) STRICT, WITHOUT ROWID;

  -- Which cells a run wants, in its order, and how many rounds of each.
  CREATE TABLE run_cells (
    run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    cell_id INTEGER NOT NULL REFERENCES cells (id),
    rounds INTEGER NOT NULL CHECK (rounds > 0),
    PRIMARY KEY (run_id, position),
    UNIQUE (run_id, cell_id)
  ) STRICT, WITHOUT ROWID;

  -- State after the round and everything that the round decided, as compressed JSON. Never updated.
  CREATE TABLE rounds (
    cell_id INTEGER NOT NULL REFERENCES cells (id) ON DELETE CASCADE,
    phase INTEGER NOT NULL CHECK (phase >= 0),
    round INTEGER NOT NULL CHECK (round >= 0),
    kind TEXT NOT NULL CHECK (kind IN ('grader', 'skill')),
    state BLOB NOT NULL,
    events BLOB NOT NULL,
    PRIMARY KEY (cell_id, phase, round)
  ) STRICT;

  CREATE TABLE tasks (
    id INTEGER PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    task_id TEXT NOT NULL,
    record BLOB NOT NULL
  ) STRICT;

  CREATE TABLE outputs (
    id INTEGER PRIMARY KEY,
    task INTEGER NOT NULL REFERENCES tasks (id),
    hash TEXT NOT NULL,
    output TEXT NOT NULL,
    UNIQUE (task, hash)
  ) STRICT;

  -- What a round graded: the output, the selected grader's verdict and, where it was scored, the truth.
  CREATE TABLE graded (
    cell_id INTEGER NOT NULL,
    phase INTEGER NOT NULL,
    round INTEGER NOT NULL,
    position INTEGER NOT NULL,
    split TEXT NOT NULL,
    output INTEGER NOT NULL REFERENCES outputs (id),
    verdict TEXT CHECK (verdict IN ('PASS', 'FAIL', 'ABSTAIN')),
    label TEXT CHECK (label IN ('PASS', 'FAIL', 'unscored')),
    PRIMARY KEY (cell_id, phase, round, position),
    FOREIGN KEY (cell_id, phase, round) REFERENCES rounds (cell_id, phase, round) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;

  -- Content-addressed values that can be computed again; the key is a SHA-256.
  CREATE TABLE cache (
    kind TEXT NOT NULL,
    key BLOB NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (kind, key)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- One row per request that was sent to a model: answered or failed. An answer is found again by its key; a failure never is.
  -- The fields of the request that are told apart when a key is not found stand beside it, long ones as hashes.
  CREATE TABLE model_calls (
    id INTEGER PRIMARY KEY,
    key BLOB NOT NULL,
    outcome TEXT NOT NULL CHECK (outcome IN ('answered', 'truncated', 'refused', 'error')),
    role TEXT NOT NULL,
    model TEXT NOT NULL,
    base_url TEXT NOT NULL,
    api_version TEXT NOT NULL,
    prompt TEXT NOT NULL,
    schema TEXT NOT NULL,
    max_tokens INTEGER NOT NULL,
    input TEXT NOT NULL,
    draw TEXT NOT NULL,
    request BLOB NOT NULL,
    response BLOB,
    error TEXT,
    attempt INTEGER NOT NULL,
    input_tokens INTEGER,
    cache_write_tokens INTEGER,
    cache_read_tokens INTEGER,
    output_tokens INTEGER,
    -- Micro-dollars: what the reported usage costs, and the most that an unreported one can have cost.
    cost_micro_usd INTEGER,
    at_most_micro_usd INTEGER,
    run TEXT,
    arm TEXT,
    seed INTEGER,
    phase TEXT,
    round INTEGER,
    sent_at TEXT NOT NULL,
    took_ms INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX model_answers ON model_calls (key) WHERE outcome <> 'error';
  CREATE INDEX model_calls_of_run ON model_calls (run);
  CREATE INDEX model_calls_of_role ON model_calls (role, id) WHERE outcome <> 'error';

  -- How often stored answers were used again, by who asked.
  CREATE TABLE model_hits (
    run TEXT NOT NULL,
    arm TEXT NOT NULL,
    phase TEXT NOT NULL,
    role TEXT NOT NULL,
    model TEXT NOT NULL,
    hits INTEGER NOT NULL,
    PRIMARY KEY (run, arm, phase, role, model)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- The attempts of a skill round, column by column, as compressed JSON; outputs by their numbers in this store.
  CREATE TABLE attempts (
    cell_id INTEGER NOT NULL,
    phase INTEGER NOT NULL,
    round INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (cell_id, phase, round),
    FOREIGN KEY (cell_id, phase, round) REFERENCES rounds (cell_id, phase, round) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;
  `,
];

/** The version that this release reads and writes. */
export const schemaVersion: number = migrations.length;
