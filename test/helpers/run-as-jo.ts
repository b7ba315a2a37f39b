// The command line in a process of its own, where it asks for a person with a token of somebody who may everything.
import { commands } from '../../src/cli/commands.ts'
import { openDeps } from '../../src/cli/open-deps.ts'
import { runCli } from '../../src/cli/run-cli.ts'
import { makeCommandToken } from './command-token.ts'

const given = process.argv.slice(2)
const command = commands.find(({ group, name }) => group === given[0] && name === given[1])
const isSilent = command?.asksReason && !given.includes('--reason')
const words = [...given, ...(isSilent ? ['--reason', 'Versuch'] : [])]

async function makeToken(): Promise<string> {
  if (!command || command.needs === 'set-up') return ''
  const { deps, close } = await openDeps(process.env)
  try {
    const tenant = words[words.indexOf('--tenant') + 1] ?? ''
    return (await makeCommandToken({ db: deps.db, deps }, { tenant })).token
  } finally {
    await close()
  }
}

const environment = { ...process.env, ZUSPRUCH_TOKEN: await makeToken() }
process.exitCode = await runCli(commands, words, environment, {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
})
