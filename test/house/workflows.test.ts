import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';

const ROOT = join(import.meta.dirname, '../..');
const FOLDER = '.github/workflows';
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const files = readdirSync(join(ROOT, FOLDER));

interface Workflow {
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly 'timeout-minutes'?: number;
        readonly env?: Readonly<Record<string, string>>;
        readonly strategy?: { readonly matrix: Readonly<Record<string, readonly string[]>> };
        readonly steps: readonly { readonly run?: string; readonly uses?: string }[];
      }
    >
  >;
}
const workflows = files.map((file) => parse(read(`${FOLDER}/${file}`)) as Workflow);
const jobs = workflows.flatMap((workflow) => Object.values(workflow.jobs));
const lines = [...new Set(jobs.flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? [])))];

/** Lines that only the machines of a forge can run, and why. */
const OF_A_FORGE: readonly (readonly [RegExp, string])[] = [
  [/^npm ci /, 'lockFile.test.ts holds the lock file whole; npm run hosts installs from a clean clone'],
  [/^bash \.ci\/run$/, 'it is the run that this test belongs to'],
  [/^npx playwright-core install /, 'it downloads browsers'],
  [/^docker /, 'it needs Docker'],
  [/^sh -c "\$[A-Z]+_START"$/, 'it needs Docker; the order is of namedServer.test.ts'],
];

const scripts = (JSON.parse(read('package.json')) as { readonly scripts: Readonly<Record<string, string>> }).scripts;
/** npm scripts that .ci/nightly runs: each line of a workflow that calls one is run there, in the form for this machine. */
const nightly = [...read('.ci/nightly').matchAll(/step npm run --silent ([\w:-]+)/g)].map(([, name]) => name);

describe('the workflows of the forge', () => {
  it.each(files)('%s is one by the parser of their maker, with every expression', async (name) => {
    const content = read(`${FOLDER}/${name}`);
    const parsed = parseWorkflow({ name, content }, new NoOperationTraceWriter());
    expect(parsed.context.errors.getErrors().map(({ message }) => message)).toEqual([]);
    if (parsed.value === undefined) throw new Error(`${name} is empty.`);
    const template = await convertWorkflowTemplate(parsed.context, parsed.value);
    expect(template.errors ?? []).toEqual([]);
    expect(template.jobs.length).toBeGreaterThan(0);
  });

  it.each(['runs-on: linux, stepz: []', `runs-on: linux, steps: [{ run: '$\{{ nonsense.name }}' }]`])(
    '%s is refused by it',
    (job) => {
      const content = `on: push\njobs: { first: { ${job} } }`;
      const { context } = parseWorkflow({ name: 'bad.yml', content }, new NoOperationTraceWriter());
      expect(context.errors.getErrors().length).toBeGreaterThan(0);
    },
  );

  it('each line is run by night, or only a forge can run it', () => {
    const left = lines.filter((line) => !OF_A_FORGE.some(([pattern]) => pattern.test(line)));
    expect(left.length).toBeGreaterThan(3);
    const names = left.map((line) => /^npm run --silent ([\w:-]+)/.exec(line)?.[1] ?? line);
    expect(names.filter((name) => scripts[name] === undefined)).toEqual([]);
    expect(names.filter((name) => !nightly.includes(name))).toEqual([]);
    for (const [pattern] of OF_A_FORGE) expect(lines.some((line) => pattern.test(line))).toBe(true);
  });

  it('every job ends, and runs from a whole lock file', () => {
    for (const { steps, 'timeout-minutes': minutes } of jobs) {
      expect(minutes).toBeLessThanOrEqual(90);
      expect(steps.map(({ run }) => run)).toContain('npm ci --no-audit --no-fund');
    }
  });

  it('the engines are those of docker-compose.yml, and the oldest that is supported', () => {
    const said = JSON.stringify(workflows);
    for (const [, image = ''] of read('docker-compose.yml').matchAll(
      /image: ((?:kurrentplatform|mongo|typesense)\S+)/g,
    ))
      expect(said).toContain(image);
    expect(said).toContain('eventstore/eventstore:23.10.');
  });

  it('each engine has its address and its three orders', () => {
    const variables = jobs.flatMap(({ env = {} }) => Object.keys(env));
    for (const engine of ['EVENTSTORE', 'MONGO', 'TYPESENSE'])
      for (const part of ['URL', 'STOP', 'KILL', 'START']) expect(variables).toContain(`${engine}_${part}`);
  });
});

describe('the rest of the forge', () => {
  it('every source of versions is watched', () => {
    const { updates } = parse(read('.github/dependabot.yml')) as {
      readonly updates: readonly { readonly 'package-ecosystem': string; readonly directory: string }[];
    };
    expect(updates.map((each) => each['package-ecosystem']).toSorted()).toEqual([
      'docker',
      'docker-compose',
      'github-actions',
      'npm',
    ]);
  });

  it('the page of security names only what is there', () => {
    const named = [...read('.github/SECURITY.md').matchAll(/`([\w/.-]+\.md)`/g)].map(([, path]) => path ?? '');
    expect(named.length).toBeGreaterThan(1);
    for (const path of named) expect(read(path).length).toBeGreaterThan(0);
  });
});
