import { useParams } from 'react-router'
import { settingSections, type SettingSection } from '../../domain/tenant-settings.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { FileField } from '../ui/form/file-field.tsx'
import { FormPlace } from '../ui/form/form-context.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { formatDate } from '../ui/format-date.ts'
import { Notice } from '../ui/notice.tsx'
import { RecordPart } from '../ui/record-panel.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { SettingFields } from './setting-fields.tsx'
import { settingWord } from '../../domain/setting-words.ts'
import { saySetting } from './setting-values.ts'
import type { Settings } from './settings.ts'
import { useAbility } from './use-place.ts'

/** One section of the settings; what it changes is shown before it is saved. */
export function SettingForm({
  section,
  found,
  typed,
  answer,
}: {
  section: SettingSection | 'datei'
  found: Settings
  typed: Record<string, unknown> | null // before, and compared; null: nothing
  answer: FormAnswer | undefined
}) {
  const { locale } = usePage()
  const { mandant = '', code } = useParams()
  const t = useTexts('consoleTenants')
  const ability = useAbility()
  const page = code ? ('ConsoleTenant' as const) : ('ConsoleSettings' as const)
  const settings =
    section === 'datei' ? [] : settingSections[section].filter(({ path }) => path in found.settings)
  const labels = Object.fromEntries(
    settings.map(({ path }) => [path, settingWord(path, locale)] as const),
  )
  const said = { locale, yes: t('yes'), no: t('no') }
  const isLocked = section === 'payout' && !found.isDraft
  const mayChange = ability.can('update', code ? 'platform' : 'settings')
  return (
    <>
      <p className="mb-4">
        <TextLink page={page} values={{ mandant, ...(code ? { code } : {}) }}>
          {t('toOverview')}
        </TextLink>
      </p>
      <RecordPart title={t(`section.${section}`)}>
        <p className="mb-4 max-w-prose">{t(`about.${section}`)}</p>
        {section === 'terms' ? <TermsVersions terms={found.terms} /> : null}
        {isLocked || !mayChange ? (
          <>
            <Notice tone="info" title={isLocked ? t('payoutLocked') : t('readOnly')}>
              {isLocked && !code ? (
                <TextLink page="ConsolePayoutAccount" values={{ mandant }} inText>
                  {t('toPayoutAccount')}
                </TextLink>
              ) : null}
            </Notice>
            <dl className="record-facts mt-4">
              {settings.map((setting) => (
                <div key={setting.path} className="contents">
                  <dt className="text-muted">{settingWord(setting.path, locale)}</dt>
                  <dd className="min-w-0 whitespace-pre-line wrap-anywhere">
                    {saySetting(setting, found.settings[setting.path], said)}
                  </dd>
                </div>
              ))}
            </dl>
          </>
        ) : (
          // An address of its own for the comparison: the browser's Back leads to the form.
          <FormPlace value={`?bereich=${section}&schritt=vergleich`}>
            <PageForm
              id="check"
              rules={{}}
              labels={{ ...labels, file: t('field.file') }}
              answer={answer}
              draft={false}
              files
            >
              <input type="hidden" name="intent" value="check" />
              <input type="hidden" name="section" value={section} />
              {section === 'datei' ? (
                <FileField name="file" accept="application/json" hint={t('hint.file')} />
              ) : (
                <SettingFields settings={settings} values={{ ...found.settings, ...typed }} />
              )}
              <SubmitButton>{t('showChanges')}</SubmitButton>
            </PageForm>
          </FormPlace>
        )}
      </RecordPart>
    </>
  )
}

function TermsVersions({ terms }: Pick<Settings, 'terms'>) {
  const { locale } = usePage()
  const t = useTexts('consoleTenants')
  if (terms.length === 0) return null
  return (
    <section aria-label={t('versions')} className="mb-6">
      <h3 className="font-semibold">{t('versions')}</h3>
      <ul className="record-rows">
        {terms.map(({ version, since }, at) => (
          <li key={`${version} ${since}`}>
            <span className="font-semibold">{version}</span>
            <span className="text-muted">
              {t(at === 0 ? 'versionNow' : 'versionSince', { day: formatDate(since, locale) })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
