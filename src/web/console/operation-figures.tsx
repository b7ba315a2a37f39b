import type { ReactNode } from 'react'
import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import type { Locale } from '../../domain/tenant.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts, type Translate } from '../runtime/texts.ts'
import { formatCount } from '../ui/format-count.ts'
import { formatDateTime } from '../ui/format-date.ts'
import { RecordPart } from '../ui/record-panel.tsx'
import { callNames, wordOf } from './person-words.ts'

type Operations = AnswerOf<Endpoints['showOperations']>
type Facts = (readonly [name: string, value: ReactNode])[]
type Say = { t: Translate<'consoleOperations'>; locale: Locale }

/** The figures below the sentence, in short sections; `children`: the way to the mails. */
export function OperationFigures({ found, children }: { found: Operations; children: ReactNode }) {
  const { locale } = usePage()
  const t = useTexts('consoleOperations')
  const say = { t, locale }
  const { limits } = found
  return (
    <>
      <RecordPart title={t('mails')}>
        <FactList facts={mailFacts(found, say)} />
        {children}
      </RecordPart>
      <RecordPart title={t('feeds')}>
        <FactList facts={[...feedFacts(found, say), ...contentFacts(found, say)]} />
      </RecordPart>
      <RecordPart title={t('bank')}>
        <FactList facts={bankFacts(found, say)} />
      </RecordPart>
      <RecordPart title={t('limits')}>
        {limits.length === 0 ? (
          <p className="text-muted">{t('limits.none')}</p>
        ) : (
          <FactList
            facts={limits.map(({ call, count }) => [
              wordOf(callNames, call, locale),
              formatCount(count, locale),
            ])}
          />
        )}
      </RecordPart>
      <RecordPart title={t('system')}>
        <FactList facts={[...storageFacts(found, say), ...systemFacts(found, say)]} />
      </RecordPart>
    </>
  )
}

const FactList = ({ facts }: { facts: Facts }) => (
  <dl className="record-facts">
    {facts
      .filter(([, value]) => value !== null && value !== '')
      .map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </div>
      ))}
  </dl>
)

const timeOf = (time: string | null, { t, locale }: Say) =>
  time === null ? t('feed.never') : formatDateTime(time, locale)

function mailFacts({ mails }: Operations, { t, locale }: Say): Facts {
  const { queued, queuedSince } = mails
  const count = formatCount(queued, locale)
  return [
    [
      t('mails.queued'),
      queuedSince ? t('since', { count, time: formatDateTime(queuedSince, locale) }) : count,
    ],
    [t('mails.sentToday'), formatCount(mails.sentToday, locale)],
    [t('mails.failed'), formatCount(mails.failed, locale)],
  ]
}

function feedFacts({ feed }: Operations, say: Say): Facts {
  const { t, locale } = say
  if (feed === null) return [[t('feed'), t('feed.none')]]
  const { error, failedAt } = feed
  return [
    [t('feed.good'), timeOf(feed.goodAt, say)],
    [t('feed.rows'), feed.rows === null ? null : formatCount(feed.rows, locale)],
    [t('feed.failures'), formatCount(feed.failures, locale)],
    [t('feed.error'), error && t('feed.errorAt', { error, time: timeOf(failedAt, say) })],
    [t('feed.held'), feed.isHeld ? t('yes') : null],
  ]
}

function contentFacts({ content }: Operations, say: Say): Facts {
  const { t } = say
  if (content === null) return [[t('content'), t('content.none')]]
  return [
    [t('content.asked'), timeOf(content.askedAt, say)],
    [t('content.changed'), timeOf(content.changedAt, say)],
  ]
}

function bankFacts({ bank }: Operations, say: Say): Facts {
  const { t, locale } = say
  return [
    [t('bank.out'), timeOf(bank.outAt, say)],
    [t('bank.in'), timeOf(bank.inAt, say)],
    [t('bank.late'), formatCount(bank.late, locale)],
  ]
}

function systemFacts({ versions, processes }: Operations, { t, locale }: Say): Facts {
  const workers = processes.filter(({ works }) => works)
  const [longest] = processes
  return [
    [t('version.app'), versions.app],
    [t('version.schema'), versions.schema],
    [t('version.node'), versions.node],
    [t('version.postgres'), versions.postgres],
    [
      t('processes'),
      t('processes.line', { all: processes.length - workers.length, workers: workers.length }),
    ],
    [t('processes.since'), longest ? formatDateTime(longest.since, locale) : null],
  ]
}

/** A tenant’s admins read whether there is room; how much is the platform’s. */
function storageFacts({ health, backup, platform }: Operations, say: Say): Facts {
  const { t, locale } = say
  const size = (bytes: number) => formatSize(bytes, locale)
  const isFull = health.reasons.includes('disk-full')
  return [
    [t('disk.database'), platform && size(platform.databaseBytes)],
    [
      t('disk.free'),
      platform
        ? t('disk.of', { free: size(platform.diskFreeBytes), all: size(platform.diskBytes) })
        : t(isFull ? 'disk.little' : 'disk.enough'),
    ],
    [
      t('backup'),
      backup.isOn
        ? [
            backup.at ? t('backup.at', { time: timeOf(backup.at, say) }) : t('backup.never'),
            backup.failedAt && t('backup.failed', { time: timeOf(backup.failedAt, say) }),
          ]
            .filter(Boolean)
            .join(' · ')
        : t('backup.off'),
    ],
  ]
}

const units = ['B', 'KB', 'MB', 'GB', 'TB']

function formatSize(bytes: number, locale: Locale): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const number = (bytes / 1_000 ** power).toFixed(power > 2 ? 1 : 0)
  return `${locale === 'de' ? number.replace('.', ',') : number} ${units[power]}`
}
