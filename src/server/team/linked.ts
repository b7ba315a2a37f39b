import type { Deps } from '../context.ts'

/** Whether somebody may sign in by the provider of today. @param subject as operators keep it */
export const isLinked = (
  { operatorSignOn }: Pick<Deps, 'operatorSignOn'>,
  subject: string | null,
): boolean =>
  operatorSignOn !== null && subject !== null && subject.startsWith(`${operatorSignOn.issuer} `)
