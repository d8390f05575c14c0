/** Milliseconds for one test or hook: real threads, disks and browsers on a busy machine; a hang still ends. */
const TEST_TIMEOUT_MS = 600_000;

/**
 * Four projects: all that needs neither a browser nor a server of another kind, the browser tests (`test/run.ts` runs
 * both), the adapters of engines (`test/engines.ts`), and what takes long and is run by night (`test/nightly.ts`).
 */
const shared = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: {
    '^.+\\.tsx?$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
          target: 'es2024',
        },
        module: { type: 'es6' },
      },
    ],
  },
};

export default {
  // As many as the cores of the machine that runs them all. A third one ends no sooner: a browser test has a server and a
  // browser beside it, and each took one and a half times as long.
  maxWorkers: 2,
  // Bytes of heap after which a process is started anew. Modules of a suite that has ended stay in memory (some 10 MB
  // each): without an end to it a process of 300 suites stands at its limit, collects garbage for seconds, and dies.
  workerIdleMemoryLimit: 800_000_000,
  testTimeout: TEST_TIMEOUT_MS,
  testSequencer: '<rootDir>/test/sequencer.js',
  projects: [
    {
      ...shared,
      displayName: 'core',
      testMatch: ['<rootDir>/test/**/*.test.ts'],
      testPathIgnorePatterns: ['/test/e2e/', '/test/fixtures/'],
      // Modules of the site are read for what they declare; their styles are the browser tests' affair.
      moduleNameMapper: { '\\.css$': '<rootDir>/test/fixtures/noStyles.js' },
    },
    {
      ...shared,
      displayName: 'browser',
      testMatch: ['<rootDir>/test/e2e/**/*.test.ts'],
      globalSetup: '<rootDir>/test/e2e/harness/buildOnce.mjs',
    },
    {
      ...shared,
      displayName: 'nightly',
      testMatch: ['<rootDir>/test/**/*.nightly.ts'],
      testPathIgnorePatterns: ['/test/fixtures/'],
      globalSetup: '<rootDir>/test/e2e/harness/buildOnce.mjs',
    },
    {
      ...shared,
      displayName: 'engines',
      testMatch: ['<rootDir>/test/**/*.engine.ts'],
      moduleNameMapper: { '\\.css$': '<rootDir>/test/fixtures/noStyles.js' },
    },
  ],
};
