import { commands } from './commands.ts'
import { runCli } from './run-cli.ts'

process.exitCode = await runCli(commands, process.argv.slice(2), process.env)
