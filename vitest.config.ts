import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { wireTable } from './scripts/wire-tables.ts'

// Small but slow files. Vitest starts with the largest, so these would run last, on one core.
const long = ['make-history', 'supervise']

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) =>
      long.some((name) => moduleId.endsWith(`/${name}.test.ts`))
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

// One for all files, as they share modules.
const wire = {
  name: 'wire',
  resolveId: (source: string) => (source === 'virtual:wire' ? `\0${source}` : undefined),
  load: (id: string) =>
    id === '\0virtual:wire'
      ? `export const wire = ${JSON.stringify(wireTable('virtual:wire'))}`
      : undefined,
}

export default defineConfig({
  plugins: [wire],
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['test/journeys/**', 'test/long/**', 'test/citus/**', 'node_modules/**'],
    globalSetup: ['test/helpers/global-setup.ts'],
    setupFiles: ['test/helpers/routed/expect-routed.ts'],
    // Files share their worker's modules: reloading them per file cost half of the time. So no file may leave state in a module; what
    // outlives a file is keyed by database or uniquely.
    isolate: false,
    // Collects young objects less often: a tenth of the CPU.
    execArgv: ['--max-semi-space-size=64'],
    maxWorkers: 3, // on two cores: a worker often waits for PostgreSQL
    sequence: { sequencer: LongFirst },
    tags: [{ name: 'long', description: 'Run by `npm run test:long` alone.' }],
    // A few stories need seconds of a core, and the machine may be busy.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
