import { useParams } from 'react-router'
import { operatorRoles } from '../../domain/operator-abilities.ts'
import { platformCode } from '../../domain/platform.ts'
import { useTexts } from '../runtime/texts.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { email, maxLength, personName, required } from '../ui/form/rules.ts'
import { SelectField } from '../ui/form/select-field.tsx'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { RecordPanel } from '../ui/record-panel.tsx'
import { controlClass } from '../ui/table/control-class.ts'
import { ActPart } from './act.tsx'
import { Proof } from './proof.tsx'
import { RoleList } from './role-list.tsx'

export const inviteRules = {
  email: [required, email],
  name: [required, personName],
  role: [required],
  reason: [required, maxLength(500)],
}

/** Gives somebody a right, beside the list of those who have some. */
export function TeamInvite({ answer }: { answer: FormAnswer | undefined }) {
  const { mandant = '' } = useParams()
  const t = useTexts('console')
  const team = useTexts('consoleTeam')
  const isPlatform = mandant === platformCode
  const roles = operatorRoles.filter((role) => (role === 'platform-operator') === isPlatform)
  return (
    <RecordPanel
      title={team('invite')}
      state={null}
      close={{ page: 'ConsoleTeam', values: { mandant } }}
      facts={[]}
    >
      <Proof answer={answer} form="invite-form" />
      <PageForm
        id="invite-form"
        rules={inviteRules}
        labels={{
          email: t('field.email'),
          name: t('field.name'),
          role: t('field.role'),
          until: t('field.until'),
          reason: t('field.reason'),
        }}
        answer={answer}
        draft={false}
      >
        <input type="hidden" name="intent" value="invite" />
        <TextField name="email" type="email" autoComplete="off" inputMode="email" />
        <TextField name="name" autoComplete="off" />
        <SelectField
          name="role"
          empty={t('choose')}
          options={roles.map((role) => ({ value: role, title: t(`role.${role}`) }))}
        />
        <ActPart id="roles">
          <summary className={`${controlClass()} cursor-pointer`}>{team('roles')}</summary>
          <div className="mt-3">
            <RoleList roles={roles} />
          </div>
        </ActPart>
        <TextField name="until" type="date" autoComplete="off" />
        <TextField name="reason" autoComplete="off" hint={t('field.reasonHint')} />
        <p className="dt-hint">{team('inviteMail')}</p>
        <SubmitButton>{team('inviteButton')}</SubmitButton>
      </PageForm>
    </RecordPanel>
  )
}
