import * as contract from '../../contract/betrieb-heute.ts'
import { operatorAbilities } from '../../domain/operator-abilities.ts'
import { changesFor, mayActOn, tasksFor } from '../../domain/today.ts'
import { together } from '../db/together.ts'
import { fail } from '../errors.ts'
import { isAllBlocked } from '../reward/blocked-reward.ts'
import { sumDueByDay } from '../reward/due-store.ts'
import { serve } from '../serve.ts'
import { visit } from '../team/visit-store.ts'
import { countTasks, listChanges } from './today-store.ts'

const weekDays = 7
const mostChanges = 12

export const showToday = serve(contract.showToday, async (call) => {
  const { tenant, caller, today, now } = call
  if (caller.kind !== 'operator') throw fail('session-missing')
  const { code } = tenant
  const ability = operatorAbilities(caller.roles)
  const week = today.add({ days: weekDays })
  return call.transaction(async (tx) => {
    const [tasks, due, since] = await together([
      () =>
        countTasks(tx, code, tasksFor(ability), {
          today: `${today}`,
          now,
          self: caller.operatorId,
        }),
      () =>
        ability.can('read', 'payouts')
          ? sumDueByDay(tx, code, { today, until: week }, isAllBlocked(tenant))
          : null,
      () => visit(tx, code, caller.operatorId, now),
    ])
    const changes = since
      ? await listChanges(tx, code, {
          since,
          notBy: caller.operatorId,
          kinds: changesFor(ability),
          limit: mostChanges,
        })
      : []
    return {
      tasks: tasks.map((task) => ({
        ...task,
        until: task.until ?? null,
        mayAct: mayActOn(ability, task.kind),
      })),
      due: due?.map((one) => ({ ...one, isLate: one.day < today.toString() })) ?? null,
      since: since?.toString() ?? null,
      changes: changes.map(({ action, count, newest }) => ({
        action,
        count,
        newest: newest.toString(),
      })),
    }
  })
})
