import { BERLIN } from '../../domain/dates.ts'
import { formatCents } from '../../domain/money.ts'
import type { OperatorAbility } from '../../domain/operator-abilities.ts'
import { answeredBefore } from '../../domain/payout.ts'
import { platformCode } from '../../domain/platform.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { mayActOn, taskKinds, type TaskKind } from '../../domain/today.ts'
import { anyOf } from '../base/due-store.ts'
import type { Sweep } from '../base/sweep.ts'
import { differingChecks, findAlarm } from '../books/books-store.ts'
import type { Deps } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { deadJobs, listDead } from '../jobs/store.ts'
import { queueMail, type MailData } from '../mail/store.ts'
import { sumPayable } from '../payout/partner-store.ts'
import { countLateBatches, lateBatches } from '../payout/store.ts'
import { isAllBlocked } from '../reward/blocked-reward.ts'
import { sumDueByDay } from '../reward/due-store.ts'
import { listToTell } from './list-to-tell.ts'
import { claimNotice, listNotices, type NoticeKind } from './notice-store.ts'
import { failedOrders, newestFailedOrder } from '../reward/voucher-order-store.ts'
import { tellLowPools } from './tell-low-pools.ts'
import { countTasks, type Task } from './today-store.ts'

/** The daily mail's hour in Berlin. */
const dailyHour = 7

/**
 * Tells a tenant's operators what waits for them, once a day, and at once that jobs died, the bank has not answered or the books do not
 * agree, at most once an hour each, or that a pool of voucher codes is low. By real time; safe in parallel. One day's mail is made up for later if no process ran at its hour.
 */
export function tellingSweeps(deps: Deps, tenant: Tenant): Sweep[] {
  const { code } = tenant
  const tell = (work: (tx: Tx) => Promise<unknown>) => () => withTenant(deps.db, code, work)
  return [
    { name: 'tellDaily', when: 'hourly', run: tell((tx) => tellDaily(tx, deps, tenant)) },
    {
      name: 'tellAlarms',
      when: anyOf(
        deadJobs(jobsOf(code)),
        failedOrders(code),
        lateBatches(code, answeredBefore(deps.clock.today())),
        differingChecks(code),
      ),
      run: tell((tx) => tellAlarms(tx, deps, tenant)),
    },
    { name: 'tellLowPools', when: 'hourly', run: tell((tx) => tellLowPools(tx, deps, tenant)) },
  ]
}

const jobsOf = (code: string) => (code === platformCode ? null : code)

async function tellDaily(tx: Tx, deps: Deps, tenant: Tenant): Promise<void> {
  const now = deps.clock.realNow()
  const local = now.toZonedDateTimeISO(BERLIN)
  if (local.hour < dailyHour) return
  const since = local.startOfDay().with({ hour: dailyHour }).toInstant()
  const told = (await listNotices(tx, tenant.code)).find(({ kind }) => kind === 'daily')
  if (told && Temporal.Instant.compare(told.told_at, since) >= 0) return
  if (!(await claimNotice(tx, tenant.code, { kind: 'daily', now, since, until: now }))) return
  const facts = await readFacts(tx, deps, tenant)
  for (const { operator, ability } of await listToTell(tx, deps, tenant.code)) {
    const data = dailyFor(facts, ability, operator.language)
    if (Object.keys(data).length === 0) continue
    await queueMail(tx, tenant.code, {
      template: 'operatorDaily',
      to: operator.email,
      locale: operator.language,
      data: { ...data, link: { link: { page: 'ConsoleToday', params: { mandant: tenant.code } } } },
      dedupeKey: `operatorDaily|${operator.operator_id}|${local.toPlainDate().toString()}`,
      now: deps.clock.now(),
    })
  }
}

type Facts = Awaited<ReturnType<typeof readFacts>>

async function readFacts(tx: Tx, deps: Deps, tenant: Tenant) {
  const { code } = tenant
  const today = deps.clock.today()
  const ofMails = { kinds: ['send-mail'], limit: 1, offset: 0 }
  return {
    today: today.toString(),
    tasks: await countTasks(tx, code, taskKinds, {
      today: today.toString(),
      now: deps.clock.now(),
      self: null,
    }),
    due: await sumDueByDay(tx, code, { today, until: today }, isAllBlocked(tenant)),
    partners: await sumPayable(tx, code),
    late: await countLateBatches(tx, code, answeredBefore(today)),
    deadJobs: (await listDead(tx, jobsOf(code), { limit: 1, offset: 0 })).count,
    failedMails: (await listDead(tx, jobsOf(code), ofMails)).count,
  }
}

/** The tasks of Today, by the names of the mail; what is paid has its own lines. */
const taskNames: Partial<Record<TaskKind, { all: string; overdue?: string }>> = {
  reviews: { all: 'reviews', overdue: 'overdueReviews' },
  claims: { all: 'claims', overdue: 'overdueClaims' },
  goodwill: { all: 'goodwill' },
  clawbacks: { all: 'clawbacks' },
  'clawback-proposals': { all: 'clawbackProposals' },
  'payout-proposals': { all: 'payoutProposals' },
  'bank-lines': { all: 'bankLines' },
  'named-lines': { all: 'namedLines' },
  'stopped-uploads': { all: 'stoppedUploads' },
  'ending-keys': { all: 'endingKeys' },
  'voucher-codes': { all: 'voucherCodes' },
  'voucher-orders': { all: 'voucherOrders' },
  'low-vouchers': { all: 'lowVouchers' },
  'order-files': { all: 'orderFiles' },
  'unmatched-orders': { all: 'unmatchedOrders' },
  agencies: { all: 'agencies' },
  'sales-partners': { all: 'partners' },
  'overdue-invoices': { all: 'invoices' },
}

/** What somebody with these rights has to do, as their page Today has it; nothing that is none. */
function dailyFor(facts: Facts, ability: OperatorAbility, locale: 'de' | 'en'): MailData {
  const { tasks, due, partners, late, deadJobs, failedMails } = facts
  const isOverdue = ({ day }: { day: string }) => day < facts.today
  const held = tasks.find(({ kind }) => kind === 'held-payments')
  const lost = tasks.find(({ kind }) => kind === 'lost-payments')
  const all: Record<string, number> = {
    ...Object.fromEntries(
      tasks
        .filter(({ kind }) => mayActOn(ability, kind))
        .flatMap((task): [string, number][] => {
          const names = taskNames[task.kind]
          if (!names) return []
          const all: [string, number] = [names.all, allOf(task)]
          return names.overdue ? [all, [names.overdue, task.overdue]] : [all]
        }),
    ),
    ...(paysOut(ability)
      ? {
          payments: sumOf(due, 'count') + partners.count,
          overduePayments: sumOf(due.filter(isOverdue), 'count'),
          heldPayments: held ? allOf(held) : 0,
          latePayouts: late.count,
          lostPayments: lost ? allOf(lost) : 0,
        }
      : {}),
    ...(ability.can('update', 'operations') ? { deadJobs, failedMails } : {}),
  }
  const some = Object.fromEntries(Object.entries(all).filter(([, count]) => count > 0))
  const cents = sumOf(due, 'cents') + partners.cents
  return 'payments' in some ? { ...some, amount: formatCents(cents, locale) } : some
}

const allOf = ({ overdue, today, week, later, undated }: Task) =>
  overdue + today + week + later + undated

const sumOf = (rows: readonly { count: number; cents: number }[], name: 'count' | 'cents') =>
  rows.reduce((sum, row) => sum + row[name], 0)

const paysOut = (ability: OperatorAbility) =>
  ability.can('create', 'payouts') || ability.can('approve', 'payouts')

async function tellAlarms(tx: Tx, deps: Deps, tenant: Tenant): Promise<void> {
  const { code } = tenant
  const dead = await listDead(tx, jobsOf(code), { limit: 1, offset: 0 })
  const late = await countLateBatches(tx, code, answeredBefore(deps.clock.today()))
  await tellAlarm(tx, deps, tenant, {
    kind: 'dead-jobs',
    newest: dead.rows[0]?.diedAt ?? null,
    count: dead.count,
    concerns: (ability) => ability.can('update', 'operations'),
    page: 'ConsoleOperations',
  })
  const failed = await newestFailedOrder(tx, code)
  await tellAlarm(tx, deps, tenant, {
    kind: 'failed-voucher',
    ...failed,
    concerns: (ability) => ability.can('create', 'vouchers'),
    page: 'ConsoleVouchers',
  })
  await tellAlarm(tx, deps, tenant, {
    kind: 'late-payout',
    newest: late.newest,
    count: late.count,
    concerns: paysOut,
    page: null,
  })
  await tellAlarm(tx, deps, tenant, {
    kind: 'books',
    ...(await findAlarm(tx, code)),
    concerns: (ability) => ability.can('read', 'payouts') || ability.can('update', 'settings'),
    page: null,
  })
}

type Alarm = {
  kind: Exclude<NoticeKind, 'daily'>
  newest: Temporal.Instant | null // of what it is about
  count: number
  concerns: (ability: OperatorAbility) => boolean
  page: 'ConsoleOperations' | 'ConsoleVouchers' | null
}

async function tellAlarm(tx: Tx, deps: Deps, tenant: Tenant, alarm: Alarm): Promise<void> {
  const { kind, newest, count } = alarm
  if (newest === null) return
  const { code } = tenant
  const now = deps.clock.realNow()
  const told = (await listNotices(tx, code)).find((one) => one.kind === kind)
  const since = now.subtract({ hours: 1 })
  if (told && Temporal.Instant.compare(told.until, newest) >= 0) return
  if (told && Temporal.Instant.compare(told.told_at, since) >= 0) return
  if (!(await claimNotice(tx, code, { kind, now, since, until: newest }))) return
  const link =
    alarm.page === null
      ? ({ link: { page: 'ConsoleStart' } } as const)
      : ({ link: { page: alarm.page, params: { mandant: code } } } as const)
  for (const { operator, ability } of await listToTell(tx, deps, code)) {
    if (!alarm.concerns(ability)) continue
    await queueMail(tx, code, {
      template: 'operatorAlarm',
      to: operator.email,
      locale: operator.language,
      data: { alarm: kind, count, link },
      dedupeKey: `operatorAlarm|${kind}|${operator.operator_id}|${newest.toString()}`,
      now: deps.clock.now(),
    })
  }
}
