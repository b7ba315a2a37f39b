import { useParams } from 'react-router'
import { sectionNames, type CheckName, type SettingSection } from '../../domain/tenant-settings.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { CheckboxField } from '../ui/form/checkbox-field.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { linkClass } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { formatDate, formatDateTime, localDayOf } from '../ui/format-date.ts'
import { Notice } from '../ui/notice.tsx'
import { RecordPart } from '../ui/record-panel.tsx'
import { StateBadge } from '../ui/state-badge.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { Act, ForbiddenActs } from './act.tsx'
import { RowForm } from '../ui/form/row-form.tsx'
import { settingWord } from '../../domain/setting-words.ts'
import { reasonRules, type Settings } from './settings.ts'
import { useAbility } from './use-place.ts'

/** Where an item of the check list is filled in; vouchers' codes come by the command line. */
const formOf: Record<CheckName, SettingSection | 'datei' | null> = {
  names: 'names',
  host: 'names',
  legal: 'legal',
  payout: 'payout',
  terms: 'terms',
  texts: 'texts',
  theme: 'theme',
  logo: 'pictures',
  products: 'datei',
  vouchers: 'datei',
  key: null,
}

/** A tenant at a glance: its check list, the forms, and what can be done with it. */
export function TenantOverview({
  found,
  answer,
  url,
  apiKey,
}: {
  found: Settings
  answer: FormAnswer | undefined
  url: string | null // of the preview
  apiKey: string | null // shown once
}) {
  const { locale } = usePage()
  const { mandant = '', code } = useParams()
  const t = useTexts('consoleTenants')
  const page = code ? ('ConsoleTenant' as const) : ('ConsoleSettings' as const)
  const link = (bereich: string) => ({
    page,
    values: { mandant, ...(code ? { code } : {}), bereich },
  })
  return (
    <>
      <dl className="record-facts">
        <dt className="text-muted">{t('field.code')}</dt>
        <dd>{found.code}</dd>
        <dt className="text-muted">{t('field.host')}</dt>
        <dd className="min-w-0 wrap-anywhere">{new URL(found.origin).host}</dd>
        {found.copiedFrom ? (
          <>
            <dt className="text-muted">{t('field.template')}</dt>
            <dd>{found.templateName ?? found.copiedFrom}</dd>
          </>
        ) : null}
        <dt className="text-muted">{t(found.isDraft ? 'createdAt' : 'publishedAt')}</dt>
        <dd>{formatDateTime(found.publishedAt ?? found.createdAt, locale)}</dd>
      </dl>
      {url ? (
        <Notice tone="success" live title={t('previewReady')}>
          <a href={url} target="_blank" rel="noreferrer" className={linkClass('alone')}>
            {t('previewOpen')}
          </a>
        </Notice>
      ) : null}
      {apiKey ? (
        <Notice tone="success" live title={t('keyMade')}>
          <p className="font-mono wrap-anywhere">{apiKey}</p>
          <CopyButton text={apiKey} label={t('copy')} doneLabel={t('copied')} />
        </Notice>
      ) : null}
      <RecordPart title={t('checks')}>
        <ul className="record-rows">
          {found.checks.map((check) => (
            <CheckRow key={check.name} check={check} found={found} link={link} />
          ))}
        </ul>
        {found.isDraft && found.checks.some(({ shared }) => shared.length > 0) ? (
          <p className="dt-hint mt-3">{t('sharedText')}</p>
        ) : null}
      </RecordPart>
      <RecordPart title={t('forms')}>
        <ul className="grid gap-x-6 gap-y-1 md:grid-cols-2 lg:grid-cols-3">
          {[...sectionNames, ...(code ? (['datei'] as const) : [])].map((name) => (
            <li key={name}>
              <TextLink {...link(name)}>{t(`section.${name}`)}</TextLink>
            </li>
          ))}
        </ul>
        <p className="dt-hint mt-3">{t('elsewhere')}</p>
      </RecordPart>
      {found.keys.length > 0 ? <Keys found={found} answer={answer} /> : null}
      <TenantActs found={found} answer={answer} />
    </>
  )
}

function CheckRow({
  check: { name, missing, shared, titles },
  found,
  link,
}: {
  check: Settings['checks'][number]
  found: Settings
  link: (bereich: string) => {
    page: 'ConsoleTenant' | 'ConsoleSettings'
    values: Record<string, string>
  }
}) {
  const { locale } = usePage()
  const { code } = useParams()
  const t = useTexts('consoleTenants')
  const form = formOf[name]
  const title = t(`check.${name}`)
  const listed = (paths: readonly string[]) => {
    const names = [
      ...new Set(paths.map((path) => titles[path]?.[locale] ?? settingWord(path, locale))),
    ]
    const rest = names.length - 4
    return names.slice(0, 4).join(', ') + (rest > 0 ? ` ${t('andMore', { count: rest })}` : '')
  }
  const isKey = name === 'key' && (found.isDraft || found.keys.length === 0)
  const state = isKey
    ? (['neutral', found.isDraft ? 'later' : 'none'] as const)
    : missing.length > 0
      ? (['bad', 'missing'] as const)
      : shared.length > 0
        ? (['waits', 'shared'] as const)
        : (['ok', 'complete'] as const)
  const why = isKey
    ? t(found.isDraft ? 'noKeyYet' : 'keyWhy')
    : missing.length > 0
      ? `${listed(missing)}${name === 'vouchers' ? `. ${t('vouchersHow')}` : ''}`
      : shared.length > 0
        ? t('likeTemplate', {
            template: found.templateName ?? found.copiedFrom ?? '',
            what: listed(shared),
          })
        : ''
  return (
    <li>
      <span className="grid min-w-0 grow basis-64">
        {form && (form !== 'datei' || code) ? (
          <TextLink {...link(form)}>{title}</TextLink>
        ) : (
          <span className={why ? 'font-semibold' : 'flex min-h-11 items-center font-semibold'}>
            {title}
          </span>
        )}
        {why ? <span className="min-w-0 wrap-anywhere text-muted">{why}</span> : null}
      </span>
      <StateBadge tone={state[0]} text={t(`is.${state[1]}`)} />
    </li>
  )
}

/** The keys that work, each with its end; a mail about a new one leads here. */
function Keys({ found, answer }: { found: Settings; answer: FormAnswer | undefined }) {
  const { locale } = usePage()
  const { code } = useParams()
  const t = useTexts('consoleTenants')
  const mayEnd = useAbility().can('update', code ? 'platform' : 'settings')
  return (
    <RecordPart title={t('check.key')}>
      <ul className="record-rows">
        {found.keys.map(({ id, name, createdAt, validUntil, lastUsedAt, by, isLeft }) => (
          <li key={id}>
            <span className="grid min-w-0 grow basis-64 self-start">
              <span className="min-w-0 font-semibold wrap-anywhere">{name}</span>
              <span className="text-muted">
                {by
                  ? t('keySinceBy', { time: formatDateTime(createdAt, locale), name: by })
                  : t('keySince', { time: formatDateTime(createdAt, locale) })}
              </span>
              <span className="text-muted">
                {t(lastUsedAt === null ? 'keyUntil' : 'keyUntilUsed', {
                  day: formatDate(localDayOf(validUntil), locale),
                  time: lastUsedAt === null ? '' : formatDateTime(lastUsedAt, locale),
                })}
              </span>
              {isLeft ? <span className="max-w-prose">{t('keyLeft')}</span> : null}
            </span>
            {isLeft ? <StateBadge tone="waits" text={t('is.left')} /> : null}
            {mayEnd ? (
              <Act
                id={`end-key:${id}`}
                title={t('endKey', { name })}
                kind="danger"
                rules={reasonRules}
                labels={{ reason: t('reason') }}
                answer={answer}
              >
                <p className="max-w-prose">{t('endKeyText')}</p>
                <TextField name="reason" autoComplete="off" hint={t('hint.reason')} />
              </Act>
            ) : null}
          </li>
        ))}
      </ul>
    </RecordPart>
  )
}

/** Preview, key, publishing and deleting. */
function TenantActs({ found, answer }: { found: Settings; answer: FormAnswer | undefined }) {
  const { code } = useParams()
  const t = useTexts('consoleTenants')
  const ability = useAbility()
  const isPlatform = code !== undefined && ability.can('update', 'platform')
  const lacks = found.checks.some(({ missing }) => missing.length > 0)
  const shares = found.checks.some(({ shared }) => shared.length > 0)
  const labels = { reason: t('reason'), name: t('field.key'), shares: t('sharesOnPurpose') }
  const reason = <TextField name="reason" autoComplete="off" hint={t('hint.reason')} />
  const version = <input type="hidden" name="version" value={found.version} />
  return (
    <RecordPart title={t('acts')}>
      <div className="grid justify-items-start gap-3">
        {found.isDraft ? (
          <>
            <p className="max-w-prose">{t('previewText')}</p>
            <RowForm intent="preview" id={found.code} label={t('preview')}>
              {t('preview')}
            </RowForm>
          </>
        ) : null}
        {!found.isDraft &&
        !code &&
        ability.can('update', 'settings') &&
        ability.can('create', 'orders') ? (
          <Act
            id="key"
            title={t('makeKey')}
            rules={{ ...reasonRules, name: reasonRules.reason }}
            labels={labels}
            answer={answer}
          >
            <TextField name="name" autoComplete="off" hint={t('hint.key')} />
            {reason}
          </Act>
        ) : (
          <ForbiddenActs
            titles={[t('makeKey')]}
            why={t(found.isDraft ? 'noKeyYet' : 'noKeyRight')}
          />
        )}
        {found.isDraft && !isPlatform ? (
          <ForbiddenActs titles={[t('publish'), t('delete')]} why={t('onlyPlatform')} />
        ) : null}
        {found.isDraft && isPlatform && lacks ? (
          <ForbiddenActs titles={[t('publish')]} why={t('incomplete')} />
        ) : null}
        {found.isDraft && isPlatform && !lacks ? (
          <Act
            id="publish"
            title={t('publish')}
            kind="primary"
            rules={reasonRules}
            labels={labels}
            answer={answer}
          >
            <p className="max-w-prose">
              {t('publishText')} {found.keys.length > 0 ? t('publishKeys') : null}
            </p>
            {version}
            {shares ? <CheckboxField name="shares">{t('sharesOnPurpose')}</CheckboxField> : null}
            {reason}
          </Act>
        ) : null}
        {found.isDraft && isPlatform ? (
          <Act
            id="delete"
            title={t('delete')}
            kind="danger"
            rules={reasonRules}
            labels={labels}
            answer={answer}
          >
            <p className="max-w-prose">{t('deleteText')}</p>
            {reason}
          </Act>
        ) : null}
      </div>
    </RecordPart>
  )
}
