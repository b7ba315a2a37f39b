import { wire } from 'virtual:wire-office'
import type { ReactNode } from 'react'
import { useLoaderData, useParams, type LoaderFunctionArgs } from 'react-router'
import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import { formatCents } from '../../domain/money.ts'
import { operatorAbilities } from '../../domain/operator-abilities.ts'
import { addCalls, callApi } from '../runtime/api.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { formatCount } from '../ui/format-count.ts'
import { formatDate, formatDateTime } from '../ui/format-date.ts'
import { Notice } from '../ui/notice.tsx'
import { RecordPart } from '../ui/record-panel.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { ConsoleFrame } from './console-frame.tsx'
import { dueWord } from './due-filter.ts'
import { useAuditWords } from './use-audit-words.ts'
import { useAbility } from './use-place.ts'

addCalls(wire)

type Today = AnswerOf<Endpoints['showToday']>
type Task = Today['tasks'][number]

export async function loader({ context, params }: LoaderFunctionArgs) {
  const page = pageOf(context)
  const tenant = params['mandant'] ?? ''
  const place = page.operator?.places.find((one) => one.tenant === tenant)
  const seesHealth = operatorAbilities(place?.roles ?? []).can('read', 'operations')
  const [found, operations] = await Promise.all([
    callApi(page, 'showToday', { tenant, body: {} }),
    seesHealth ? callApi(page, 'showOperations', { tenant }) : null,
  ])
  return { found, health: operations?.health ?? null }
}

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('consoleToday')('title'), robots: 'noindex' }
}

export function Component() {
  const { found, health } = useLoaderData<typeof loader>()
  const t = useTexts('consoleToday')
  return (
    <ConsoleFrame title={t('title')}>
      {health && health.state !== 'gut' ? <Broken health={health} /> : null}
      <div className="grid gap-x-12 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div>
          <Tasks tasks={found.tasks} health={health?.state ?? null} />
        </div>
        <div>
          {found.due ? <Due due={found.due} /> : null}
          <Changes since={found.since} changes={found.changes} />
        </div>
      </div>
    </ConsoleFrame>
  )
}

function Broken({
  health,
}: {
  health: NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['health']>
}) {
  const { mandant = '' } = useParams()
  const t = useTexts('consoleToday')
  const why = useTexts('consoleOperations')
  const [first, ...others] = health.reasons.map((reason) => why(`reason.${reason}`))
  const isBroken = health.state === 'gestoert'
  return (
    <Notice
      tone={isBroken ? 'danger' : 'info'}
      title={why(`health.${isBroken ? 'gestoert' : 'verspaetet'}`, { reason: first ?? '' })}
    >
      <p>
        {others.length > 0 ? `${why('also', { reasons: others.join(' ') })} ` : null}
        <TextLink page="ConsoleOperations" values={{ mandant }} inText>
          {t('toOperations')}
        </TextLink>
      </p>
    </Notice>
  )
}

const groups = ['overdue', 'today', 'week', 'later', 'undated'] as const

/** What the caller may do by the day that was promised; what a kind is worth and how old it is stands where it appears first. */
function Tasks({
  tasks,
  health,
}: {
  tasks: Task[]
  health: 'gut' | 'verspaetet' | 'gestoert' | null // null: not for the caller
}) {
  const t = useTexts('consoleToday')
  const own = tasks.filter(({ mayAct }) => mayAct)
  const others = tasks.filter((task) => !task.mayAct && allOf(task) > 0)
  const shown = groups
    .map((group) => ({ group, rows: own.filter((task) => task[group] > 0) }))
    .filter(({ rows }) => rows.length > 0)
  const first = new Map(
    shown.toReversed().flatMap(({ group, rows }) => rows.map(({ kind }) => [kind, group] as const)),
  )
  return (
    <>
      {shown.length === 0 && others.length === 0 ? (
        <p className="mt-4 text-muted">
          {t(health === null ? 'nothing' : health === 'gut' ? 'nothingAndWell' : 'nothingElse')}
        </p>
      ) : null}
      {shown.map(({ group, rows }) => (
        <RecordPart key={group} title={t(`group.${group}`)}>
          <ul className="record-rows">
            {rows.map((task) => (
              <Row
                key={task.kind}
                task={task}
                group={group}
                hasDetails={first.get(task.kind) === group}
              />
            ))}
          </ul>
        </RecordPart>
      ))}
      {others.length > 0 ? (
        <RecordPart title={t('group.look')}>
          <p className="mb-2 text-muted">{t('look.intro')}</p>
          <ul className="record-rows">
            {others.map((task) => (
              <Row key={task.kind} task={task} group={null} hasDetails />
            ))}
          </ul>
        </RecordPart>
      ) : null}
    </>
  )
}

const lists = {
  reviews: {
    page: 'ConsoleReviews',
    values: { art: ['erstmals', 'widerspruch'] }, // without those of the next
    isDated: true,
  },
  'own-refusals': { page: 'ConsoleReviews', values: { art: 'eigene-ablehnung' } },
  claims: { page: 'ConsoleClaims', values: {}, isDated: true },
  goodwill: { page: 'ConsoleGoodwill', values: {} },
  clawbacks: { page: 'ConsoleClawbacks', values: { stand: 'zu-tun' } },
  'clawback-proposals': { page: 'ConsoleClawbacks', values: { stand: 'vorgeschlagen' } },
  'voucher-codes': { page: 'ConsoleRewards', values: { stand: 'code-gemeldet' } },
  'voucher-orders': { page: 'ConsoleVouchers', values: {} },
  'low-vouchers': { page: 'ConsoleVouchers', values: {} },
  'order-files': { page: 'ConsoleOrderFiles', values: { stand: 'wartet' } },
  'unmatched-orders': { page: 'ConsoleOrders', values: { stand: 'ohne-person' } },
  agencies: { page: 'ConsoleAgencies', values: { status: 'wartet', bestaetigt: 'ja' } },
  'sales-partners': { page: 'ConsolePartners', values: { status: 'wartet', bestaetigt: 'ja' } },
  'account-changes': { page: 'ConsolePayoutAccount', values: {} },
  'account-notices': { page: 'ConsolePayoutAccount', values: {} },
  'held-payments': null, // no page of its own yet
  'bank-returns': { page: 'ConsoleBankLines', values: { stand: 'wartet' } },
  'bank-lines': { page: 'ConsoleBankLines', values: { stand: 'offen' } },
  'named-lines': { page: 'ConsoleBankLines', values: { stand: 'wartet' } },
  'stopped-uploads': { page: 'ConsoleBankUploads', values: {} },
  'lost-payments': { page: 'ConsoleBankLines', values: {} },
  'overdue-invoices': { page: 'ConsoleInvoices', values: { stand: 'ueberfaellig' } },
  books: { page: 'ConsoleBooks', values: {} },
  'waiting-month': { page: 'ConsoleBooks', values: {} },
  'ending-keys': { page: 'ConsoleSettings', values: {} },
  'dead-jobs': { page: 'ConsoleOperations', values: {} },
  'own-goodwill': { page: 'ConsoleGoodwill', values: {} },
  'payout-proposals': { page: 'ConsolePayouts', values: { stand: 'offen' } },
  'own-payout-proposals': { page: 'ConsolePayouts', values: { stand: 'offen' } },
  'own-named-lines': { page: 'ConsoleBankLines', values: { stand: 'wartet' } },
  'own-clawback-proposals': { page: 'ConsoleClawbacks', values: { stand: 'vorgeschlagen' } },
  'own-voucher-codes': { page: 'ConsoleRewards', values: { stand: 'code-gemeldet' } },
  'own-order-files': { page: 'ConsoleOrderFiles', values: { stand: 'wartet' } },
} as const

const allOf = (task: Task) => groups.reduce((sum, group) => sum + task[group], 0)

/** @param group null: all of it, which others decide about */
function Row({
  task,
  group,
  hasDetails,
}: {
  task: Task
  group: (typeof groups)[number] | null
  hasDetails: boolean
}) {
  const { locale } = usePage()
  const { mandant = '' } = useParams()
  const t = useTexts('consoleToday')
  const { kind, oldest, until, cents } = task
  const all = allOf(task)
  const count = group ? task[group] : all
  const text = t(`${group ? 'task' : 'look'}.${kind}`, {
    count,
    number: formatCount(count, locale),
  })
  const list = lists[kind]
  const due =
    list && 'isDated' in list && group && group !== 'undated' ? { frist: dueWord(group) } : {}
  return (
    <li>
      <span className="min-w-0 font-semibold wrap-anywhere">
        {list ? (
          <TextLink page={list.page} values={{ mandant, ...list.values, ...due }} inText>
            {text}
          </TextLink>
        ) : (
          text
        )}
      </span>
      {hasDetails ? (
        <Facts
          facts={[
            all > count ? t('ofAll', { number: formatCount(all, locale) }) : null,
            cents === null ? null : formatCents(cents, locale),
            oldest && t('oldest', { day: formatDate(oldest, locale) }),
            until && t('until', { day: formatDate(until, locale) }),
          ]}
        />
      ) : null}
    </li>
  )
}

const Facts = ({ facts }: { facts: (ReactNode | null)[] }) => (
  <span className="min-w-0 wrap-anywhere text-muted">{facts.filter(Boolean).join(' · ')}</span>
)

function Due({ due }: { due: NonNullable<Today['due']> }) {
  const { locale } = usePage()
  const { mandant = '' } = useParams()
  const t = useTexts('consoleToday')
  const cents = due.reduce((all, one) => all + one.cents, 0)
  return (
    <RecordPart title={t('due')}>
      {due.length === 0 ? <p className="text-muted">{t('due.none')}</p> : null}
      <ul className="record-rows">
        {due.map((one) => (
          <li key={one.day}>
            <span className="font-semibold">
              <TextLink
                page="ConsoleRewards"
                values={{
                  mandant,
                  ...(one.isLate ? { stand: 'zahlbar-verspaetet' } : { zahlbar: one.day }),
                }}
                inText
              >
                {one.isLate ? t('due.late') : formatDate(one.day, locale)}
              </TextLink>
            </span>
            <Facts
              facts={[
                t('due.payments', { count: one.count, number: formatCount(one.count, locale) }),
                formatCents(one.cents, locale),
              ]}
            />
          </li>
        ))}
        {due.length > 1 ? (
          <li>
            <span className="font-semibold">
              <TextLink page="ConsoleRewards" values={{ mandant, stand: 'zahlbar' }} inText>
                {t('due.sum')}
              </TextLink>
            </span>
            <span className="font-semibold">{formatCents(cents, locale)}</span>
          </li>
        ) : null}
      </ul>
    </RecordPart>
  )
}

function Changes({ since, changes }: Pick<Today, 'since' | 'changes'>) {
  const { locale } = usePage()
  const words = useAuditWords()
  const { mandant = '' } = useParams()
  const t = useTexts('consoleToday')
  const readsLog = useAbility().can('read', 'audit')
  if (since === null) return null
  const von = since.slice(0, 10)
  return (
    <RecordPart title={t('since', { time: formatDateTime(since, locale) })}>
      {changes.length === 0 ? <p className="text-muted">{t('since.none')}</p> : null}
      <ul className="record-rows">
        {changes.map(({ action, count, newest }) => (
          <li key={action}>
            <span className="min-w-0 font-semibold wrap-anywhere">
              {readsLog ? (
                <TextLink page="ConsoleAudit" values={{ mandant, aktion: action, von }} inText>
                  {words.action(action)}
                </TextLink>
              ) : (
                words.action(action)
              )}
            </span>
            <Facts
              facts={[
                t('times', { number: formatCount(count, locale) }),
                t('newest', { time: formatDateTime(newest, locale) }),
              ]}
            />
          </li>
        ))}
      </ul>
    </RecordPart>
  )
}
