import { useEffect, useRef, type ReactNode } from 'react'
import { PageLink, type PageTarget } from '../runtime/page-link.tsx'
import { buttonClass } from './button.tsx'
import type { FormAnswer } from './form/form-answer.ts'
import { PageForm } from './form/page-form.tsx'
import type { Rules } from './form/rules.ts'
import { SubmitButton } from './form/submit-button.tsx'
import { useTitleBegins } from '../runtime/title-parts.ts'

const tones = { danger: 'border-danger bg-danger-tint', info: 'border-primary bg-tint' }

/** Asks before something is done. A state of the address, to work without script; takes the focus of the link that opened it; Escape cancels. */
export function Question({
  id,
  title,
  text,
  values,
  submit,
  cancel: { label, ...target },
  answer,
  tone = 'danger',
  className = '',
  rules = {},
  labels = {},
  children,
}: {
  id: string
  title: string
  text: string
  values: Record<string, string> // what the form sends
  submit: string
  cancel: PageTarget & { label: string }
  answer: FormAnswer | undefined
  tone?: keyof typeof tones
  className?: string
  rules?: Rules // of its fields, if it has any
  labels?: Record<string, string>
  children?: ReactNode
}) {
  const box = useRef<HTMLElement>(null)
  const isAnswered = answer !== undefined
  const back = useRef<HTMLAnchorElement>(null)
  useTitleBegins(`${title} – `, id)
  useEffect(() => {
    // Then the error has the focus.
    if (!isAnswered) box.current?.focus()
  }, [isAnswered])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the key bubbles from what is in it
    <section
      ref={box}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        back.current?.click()
      }}
      aria-label={title}
      aria-describedby={`${id}-text`}
      tabIndex={-1}
      className={`w-full rounded-field border-2 p-4 outline-none ${tones[tone]} ${className}`}
    >
      <p className="font-bold">{title}</p>
      <p id={`${id}-text`} className="mt-1 mb-4">
        {text}
      </p>
      <PageForm id={id} rules={rules} labels={labels} answer={answer} draft={false}>
        {Object.entries(values).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {children}
        <div className="flex flex-col gap-3 md:flex-row">
          <SubmitButton kind={tone === 'danger' ? 'danger' : 'primary'}>{submit}</SubmitButton>
          <PageLink ref={back} {...target} className={buttonClass('secondary')} preventScrollReset>
            {label}
          </PageLink>
        </div>
      </PageForm>
    </section>
  )
}
