import { CommandError, UsageError, type Ask } from './command.ts'

/** Proceeds with --yes or a yes at the terminal; otherwise nothing changes. */
export async function confirmChange(
  said: { yes: boolean | undefined; ask: Ask },
  what: readonly string[],
  question: string,
): Promise<void> {
  if (said.yes) return
  if (!said.ask) throw new UsageError([...what, `${question} Say so with --yes`].join('\n'))
  if (!(await said.ask([...what, question].join('\n'))))
    throw new CommandError('Nothing is changed.')
}
