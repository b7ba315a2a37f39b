import { Check, Circle, Eye, EyeOff } from 'lucide-react'
import { useState, useSyncExternalStore, type ReactNode } from 'react'
import { checkPassword, passwordRules } from '../../domain/password.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { fieldId, useForm } from '../ui/form/form-context.ts'
import { FieldError, describedBy, fieldClass } from '../ui/form/field.tsx'

import { useEarlyInput } from '../ui/form/use-early-input.ts'

/** A password that can be shown while typing. `withRules` shows live which rules a new one meets. */
export function PasswordField({
  name,
  autoComplete,
  withRules = false,
}: {
  name: string
  autoComplete: 'current-password' | 'new-password'
  withRules?: boolean
}) {
  const form = useForm()
  const [shown, setShown] = useState(false)
  const [typed, setTyped] = useState('')
  const field = useEarlyInput(({ value }) => setTyped(value))
  const id = fieldId(form.id, name)
  const error = form.messageOf(name)
  const rulesId = `${id}-rules`
  const description = [describedBy(id, null, error), withRules ? rulesId : undefined]
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        {form.labels[name]}
      </label>
      <div className="relative">
        <input
          ref={field}
          id={id}
          name={name}
          type={shown ? 'text' : 'password'}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={200}
          aria-required
          aria-invalid={error !== null}
          aria-describedby={description.filter(Boolean).join(' ') || undefined}
          onInput={(event) => setTyped(event.currentTarget.value)}
          className={`${fieldClass(error !== null)} pr-14`}
        />
        <ShowToggle shown={shown} onToggle={() => setShown(!shown)} field={id}>
          : {form.labels[name]}
        </ShowToggle>
      </div>
      <FieldError id={id} message={error} />
      {withRules ? (
        <PasswordRules
          id={rulesId}
          typed={typed}
          refused={'message' in (form.errors[name] ?? {})}
        />
      ) : null}
    </div>
  )
}

// Only with script: without it the button does nothing.
function ShowToggle({
  shown,
  onToggle,
  field,
  children,
}: {
  shown: boolean
  onToggle: () => void
  field: string
  children: ReactNode // which of several passwords, for readers of the screen
}) {
  const t = useTexts('account')
  const hasScript = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
  if (!hasScript) return null
  return (
    <button
      type="button"
      aria-pressed={shown}
      aria-controls={field}
      onClick={onToggle}
      className="absolute inset-y-0 right-0 grid w-12 place-items-center rounded-field text-muted hover:text-text"
    >
      {shown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
      <span className="sr-only">
        {t('password.show')}
        {children}
      </span>
    </button>
  )
}

/** `refused`: the server rejected it as it stands. */
function PasswordRules({ id, typed, refused }: { id: string; typed: string; refused: boolean }) {
  const { locale } = usePage()
  const t = useTexts('account')
  const met = new Map(checkPassword(typed).map((rule) => [rule.id, rule.ok]))
  return (
    <div id={id} className="mt-3 text-base">
      <p className="text-muted">{t('password.rules')}</p>
      <ul className="mt-1 grid gap-x-6 md:grid-cols-2">
        {passwordRules.map((rule) => {
          const ok = met.get(rule.id) ?? false
          return (
            <PasswordRule key={rule.id} state={ok ? 'ok' : 'open'}>
              {rule[locale]}
            </PasswordRule>
          )
        })}
        {/* Only the server has the list, so unknown until it has answered. */}
        <PasswordRule state={refused ? 'open' : 'later'}>{t('password.common')}</PasswordRule>
      </ul>
    </div>
  )
}

function PasswordRule({ state, children }: { state: 'ok' | 'open' | 'later'; children: string }) {
  const t = useTexts('account')
  const ok = state === 'ok'
  return (
    <li
      className={`flex items-start gap-2 py-0.5 ${ok ? 'font-semibold text-success' : 'text-muted'}`}
    >
      {ok ? (
        <Check aria-hidden="true" className="mt-1 size-4 shrink-0" strokeWidth={3} />
      ) : (
        <Circle aria-hidden="true" className="mt-1 size-4 shrink-0" />
      )}
      <span>
        {children}
        <span className="sr-only"> ({t(`password.${state}`)})</span>
      </span>
    </li>
  )
}
