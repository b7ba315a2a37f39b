import { enableCompileCache } from 'node:module'

// The start is most of what a short command takes; kept compiled code halves it (0.75 s to 0.35 s here).
enableCompileCache()

const [{ commands }, { runCli }] = await Promise.all([
  import('./commands.ts'),
  import('./run-cli.ts'),
])

process.exitCode = await runCli(commands, process.argv.slice(2), process.env, {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
})
