import { Terminal } from 'lucide-react'
import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { Card } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { formatDate, formatDateTime, localDayOf } from '../ui/format-date.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { maxLength, required } from '../ui/form/rules.ts'
import { SelectField } from '../ui/form/select-field.tsx'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Notice } from '../ui/notice.tsx'
import type { OperatorRole } from '../../domain/operator-abilities.ts'
import { RowForm } from '../ui/form/row-form.tsx'

type Tokens = AnswerOf<Endpoints['showOwnAccess']>['tokens']

const commandRules = { tenant: [required] }
const rules = { ...commandRules, name: [required, maxLength(60)], until: [required] }

export function TokenSection({
  tokens,
  made,
  answer,
}: {
  tokens: Tokens
  made: string | null // its text, shown once
  answer: FormAnswer | undefined
}) {
  const { locale, operator } = usePage()
  const t = useTexts('console')
  const places = operator?.places ?? []
  const of = (use: string) => (answer?.values['id'] === use ? answer : undefined)
  const roles = [...new Set(places.flatMap((place) => place.roles))]
  const nameOf = (code: string) =>
    places.find(({ tenant }) => tenant === code)?.name || t('platform')
  return (
    <Card as="section" aria-labelledby="tokens">
      <h2 id="tokens" className="font-heading text-lg font-bold">
        {t('tokens.title')}
      </h2>
      <p className="mt-1 text-muted">{t('tokens.text')}</p>
      {made ? (
        <Notice tone="success" live title={t('tokens.made')}>
          <p className="wrap-anywhere font-mono">{made}</p>
          <p>{t('tokens.how')}</p>
          <CopyButton text={made} label={t('tokens.copy')} doneLabel={t('tokens.copied')} />
        </Notice>
      ) : null}
      <ul className="console-rows">
        {tokens.map(({ id, use, name, tenant, roles: held, until, lastUsedAt }) => (
          <li key={id}>
            <Terminal aria-hidden="true" className="size-5 shrink-0" />
            <p className="min-w-0 grow">
              <span className="font-semibold">{name}</span>{' '}
              <span className="text-muted">
                {nameOf(tenant)}: {held.map((role) => t(`role.${role}`)).join(', ')};{' '}
                {use === 'kommandozeile'
                  ? t('tokens.untilTime', { time: formatDateTime(until, locale) })
                  : t('tokens.until', { day: formatDate(localDayOf(until), locale) })}
                ,{' '}
                {lastUsedAt
                  ? t('passkeys.used', { day: formatDateTime(lastUsedAt, locale) })
                  : t('tokens.unused')}
              </span>
            </p>
            <RowForm intent="end-token" id={id} label={t('end', { name })}>
              {t('tokens.end')}
            </RowForm>
          </li>
        ))}
      </ul>
      {roles.length === 0 ? null : (
        <>
          <NewToken use="kommandozeile" answer={of('kommandozeile')} roles={roles} />
          <NewToken use="skripte" answer={of('skripte')} roles={roles} />
        </>
      )}
    </Card>
  )
}

/** The command line's ends within the hour; one for scripts on a day of one's choice. */
function NewToken({
  use,
  answer,
  roles,
}: {
  use: 'kommandozeile' | 'skripte'
  answer: FormAnswer | undefined
  roles: readonly OperatorRole[]
}) {
  const { operator } = usePage()
  const t = useTexts('console')
  const isCommand = use === 'kommandozeile'
  return (
    <details className="console-more" open={answer !== undefined}>
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold">
        {t(isCommand ? 'tokens.addCommand' : 'tokens.add')}
      </summary>
      {isCommand ? <p className="mb-3 text-muted">{t('tokens.commandText')}</p> : null}
      <PageForm
        id={`create-token-${use}`}
        rules={isCommand ? commandRules : rules}
        labels={{
          name: t('field.tokenName'),
          tenant: t('field.tenant'),
          until: t('field.until'),
        }}
        answer={answer}
        draft={false}
      >
        <input type="hidden" name="intent" value="create-token" />
        <input type="hidden" name="id" value={use} />
        {isCommand ? (
          <input type="hidden" name="name" value={t('tokens.commandName')} />
        ) : (
          <TextField name="name" autoComplete="off" />
        )}
        <SelectField
          name="tenant"
          empty={t('choose')}
          options={(operator?.places ?? []).map(({ tenant, name }) => ({
            value: tenant,
            title: name || t('platform'),
          }))}
        />
        <fieldset>
          <legend className="mb-1.5 font-semibold">{t('field.roles')}</legend>
          {roles.map((role) => (
            <label key={role} className="flex min-h-11 items-center gap-3">
              <input
                type="checkbox"
                name="role"
                value={role}
                className="size-5"
                defaultChecked={roles.length === 1}
              />
              {t(`role.${role}`)}
            </label>
          ))}
        </fieldset>
        {isCommand ? null : <TextField name="until" type="date" autoComplete="off" />}
        <SubmitButton kind="secondary">{t('tokens.create')}</SubmitButton>
      </PageForm>
    </details>
  )
}
