import type { Kill } from './run-step.test-process.ts'

/** So many of a list, evenly, the first and the last among them. */
function evenly<T>(all: readonly T[], count: number): T[] {
  if (all.length <= count) return [...all]
  if (count <= 1) return all.slice(all.length - count)
  const step = (all.length - 1) / (count - 1)
  return Array.from({ length: count }, (_, at) => all[Math.round(at * step)]!)
}

/** A transaction's last statement (server/db/connection.ts). */
export const isCommit = (text: string): boolean => /^(select 1; )?commit$/.test(text)

/**
 * Where a step is killed: before and after its last commit, up to half at its other commits, the others evenly over all its
 * statements.
 */
export function killPoints(statements: readonly string[], count: number): Kill[] {
  const both = statements.flatMap((text, at) =>
    (['before', 'after'] as const).map((when) => ({ at, when, isCommit: isCommit(text) })),
  )
  const commits = both.filter((one) => one.isCommit)
  const last = commits.splice(-2)
  const some = evenly(commits, Math.max(0, Math.ceil(count / 2) - last.length))
  const others = both.filter((one) => !one.isCommit)
  return [...last, ...some, ...evenly(others, Math.max(0, count - last.length - some.length))]
    .slice(0, count)
    .map(({ at, when }) => ({ at, when }))
    .toSorted((one, other) => one.at - other.at)
}
