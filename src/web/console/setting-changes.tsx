import { useLocation, useParams } from 'react-router'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { FormPlace } from '../ui/form/form-context.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Notice } from '../ui/notice.tsx'
import { RecordPart } from '../ui/record-panel.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { Conflict, isConflict } from './conflict.tsx'
import { reasonRules, type Plan } from './settings.ts'
import { settingWord } from '../../domain/setting-words.ts'
import { findSetting } from '../../domain/tenant-settings.ts'
import { pictureClass } from './setting-fields.tsx'

/** What would change, with old and new, and the reason to save it with. */
export function SettingChanges({
  plan,
  answer,
}: {
  plan: Plan | null // null: what is saved was refused
  answer: FormAnswer | undefined
}) {
  const { locale } = usePage()
  const { mandant = '', code } = useParams()
  const { search } = useLocation()
  const t = useTexts('consoleTenants')
  const back = new URLSearchParams(search).get('bereich')
  const target = {
    page: code ? ('ConsoleTenant' as const) : ('ConsoleSettings' as const),
    values: { mandant, ...(code ? { code } : {}), ...(back ? { bereich: back } : {}) },
  }
  const values = answer?.values ?? {}
  if (answer && isConflict(answer))
    return (
      <div className="grid gap-4">
        <Conflict answer={answer} />
        <PageForm id="recheck" rules={{}} labels={{}} answer={undefined} draft={false} files>
          <input type="hidden" name="intent" value="recheck" />
          <Wanted plan={null} values={values} />
          <div className="flex flex-wrap items-center gap-4">
            <SubmitButton>{t('recheck')}</SubmitButton>
            <TextLink {...target}>{t('lookAgain')}</TextLink>
          </div>
        </PageForm>
        <ToForm section={back} plan={null} values={values} />
      </div>
    )
  if (plan?.changes.length === 0)
    return (
      <Notice tone="info" live title={t('noChanges')}>
        <TextLink {...target}>{t('back')}</TextLink>
      </Notice>
    )
  return (
    <RecordPart title={t('changes')}>
      {plan ? (
        <ul className="setting-changes">
          {plan.changes.map(({ setting, old, new: next }) => (
            <li key={setting}>
              <h3 className="font-semibold">{settingWord(setting, locale)}</h3>
              <dl>
                <div>
                  <dt>{t('old')}</dt>
                  <dd>
                    <Side setting={setting} text={old} picture={old} />
                  </dd>
                </div>
                <div>
                  <dt>{t('new')}</dt>
                  <dd>
                    <Side setting={setting} text={next} picture={plan.settings[setting]} />
                  </dd>
                </div>
              </dl>
            </li>
          ))}
        </ul>
      ) : null}
      <PageForm
        id="save"
        rules={reasonRules}
        labels={{ reason: t('reason') }}
        answer={answer}
        draft={false}
        isShort
        files
      >
        <input type="hidden" name="intent" value="save" />
        <input type="hidden" name="version" value={plan?.version ?? values['version'] ?? ''} />
        <Wanted plan={plan} values={values} />
        <TextField name="reason" autoComplete="off" hint={t('hint.reason')} />
        <div className="flex flex-wrap items-center gap-4">
          <SubmitButton>{t('save')}</SubmitButton>
          <TextLink {...target}>{t('discard')}</TextLink>
        </div>
      </PageForm>
      <ToForm section={back} plan={plan} values={values} />
    </RecordPart>
  )
}

/** Back to the form as it was filled in. */
function ToForm({
  section,
  ...wanted
}: {
  section: string | null
  plan: Plan | null
  values: Record<string, string>
}) {
  const t = useTexts('consoleTenants')
  return (
    <div className="mt-4">
      <FormPlace value={section ? `?bereich=${section}` : undefined}>
        <PageForm id="edit" rules={{}} labels={{}} answer={undefined} draft={false} files>
          <input type="hidden" name="intent" value="edit" />
          <Wanted {...wanted} />
          <div>
            <SubmitButton kind="secondary">{t('toForm')}</SubmitButton>
          </div>
        </PageForm>
      </FormPlace>
    </div>
  )
}

/** What was checked, sent along. */
function Wanted({ plan, values }: { plan: Plan | null; values: Record<string, string> }) {
  const file = plan?.file || values['file']
  return file ? (
    <input type="hidden" name="file" value={file} />
  ) : (
    <input
      type="hidden"
      name="settings"
      value={plan ? JSON.stringify(plan.settings) : (values['settings'] ?? '')}
    />
  )
}

/** A picture as it looks, all else as text. @param picture its address; the new one is stored nowhere yet */
function Side({ setting, text, picture }: { setting: string; text: string; picture: unknown }) {
  const { locale } = usePage()
  const t = useTexts('consoleTenants')
  if (findSetting(setting)?.kind !== 'picture' || typeof picture !== 'string' || !picture)
    return text || t('nothing')
  return <img src={picture} alt={settingWord(setting, locale)} className={pictureClass} />
}
