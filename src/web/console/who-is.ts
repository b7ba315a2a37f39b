import type { Translate } from '../runtime/texts.ts'

export const actorKinds = [
  'operator',
  'system',
  'referrer',
  'recipient',
  'reward',
  'agency-user',
  'sales-partner',
  'api-key',
  'anyone',
] as const

export function whoIs(
  { actorName, actorKind }: { actorName: string | null; actorKind: string },
  t: Translate<'console'>,
): string {
  const kind = actorKinds.find((one) => one === actorKind)
  return actorName ?? (kind ? t(`actor.${kind}`) : actorKind)
}
