import { enableCompileCache } from 'node:module'
import { createInterface } from 'node:readline/promises'

// Start-up dominates short commands; the compile cache halves it (0.75 s to 0.35 s here).
enableCompileCache()

const [{ commands }, { runCli }] = await Promise.all([
  import('./commands.ts'),
  import('./run-cli.ts'),
])

// On stderr, so that --json stays clean.
async function ask(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^(y|yes|j|ja)$/i.test((await lines.question(`${question} [y/N] `)).trim())
  } finally {
    lines.close()
  }
}

process.exitCode = await runCli(commands, process.argv.slice(2), process.env, {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  ask: process.stdin.isTTY && process.stderr.isTTY ? ask : null,
})
