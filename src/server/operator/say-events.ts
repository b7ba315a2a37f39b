import { actionWord } from '../../contract/audit-words.ts'
import type { Locale } from '../../domain/tenant.ts'
import type { CaseEvent } from './review-queue-store.ts'
import type { Call } from '../context.ts'

/** The operators whom a record's part of the log names. */
export const operatorsIn = (events: readonly CaseEvent[]): string[] =>
  events.flatMap(({ actor_kind, actor_id, brought_by }) => [
    ...(actor_kind === 'operator' ? [actor_id] : []),
    ...(brought_by ? [brought_by] : []),
  ])

/** A record's part of the log in words. @param names of operators by id; nobody else is named */
export const sayEvents = (
  events: readonly CaseEvent[],
  names: ReadonlyMap<string, string>,
  { locale, tenant }: Pick<Call, 'locale' | 'tenant'>,
) =>
  events.map((event) => ({
    at: event.at.toString(),
    action: event.action,
    title: actionWord(event.action, locale, tenant.rewardWord),
    by: names.get(event.actor_id) ?? null,
    reason: [event.reason, broughtSentence(event, names, locale)].filter(Boolean).join(' ') || null,
  }))

/** By whose file a contract came (695), if somebody else's name stands beside it. */
function broughtSentence(
  { actor_id, brought_by, order_file: file }: CaseEvent,
  names: ReadonlyMap<string, string>,
  locale: Locale,
): string | null {
  if (brought_by === null) return null
  const name = brought_by === actor_id ? null : (names.get(brought_by) ?? null)
  const [by, from] =
    locale === 'de'
      ? [name && `von ${name}`, file && `mit der Datei „${file}“`]
      : [name && `by ${name}`, file && `with the file “${file}”`]
  const how = [by, from].filter(Boolean).join(' ')
  if (how === '') return null
  return locale === 'de' ? `Eingelesen ${how}.` : `Imported ${how}.`
}
