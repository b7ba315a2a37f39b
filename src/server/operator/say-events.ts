import { actionWord } from '../../contract/audit-words.ts'
import type { CaseEvent } from './review-queue-store.ts'
import type { Call } from '../context.ts'

/** A record's part of the log in words. @param names of operators by id; nobody else is named */
export const sayEvents = (
  events: readonly CaseEvent[],
  names: ReadonlyMap<string, string>,
  { locale, tenant }: Pick<Call, 'locale' | 'tenant'>,
) =>
  events.map(({ at, action, actor_id, reason }) => ({
    at: at.toString(),
    action,
    title: actionWord(action, locale, tenant.rewardWord),
    by: names.get(actor_id) ?? null,
    reason,
  }))
