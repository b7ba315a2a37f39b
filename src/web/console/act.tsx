import { useId, type ReactNode } from 'react'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import type { Rules } from '../ui/form/rules.ts'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { controlClass } from '../ui/table/control-class.ts'
import { isConflict } from './conflict.tsx'

/** One thing that can be done, folded until it is wanted; without script its summary opens it. */
export function Act({
  id,
  title,
  kind = 'plain',
  rules,
  labels,
  answer,
  files = false,
  isQuiet = false,
  children,
}: {
  id: string // of the form, which sends it as its `intent`
  title: string
  kind?: 'plain' | 'primary' | 'danger'
  rules: Rules
  labels: Record<string, string>
  answer: FormAnswer | undefined // to any form of the page
  files?: boolean // sends files, too
  isQuiet?: boolean // shows its kind once it is open
  children: ReactNode
}) {
  const mine = answer?.values['intent'] === id ? answer : undefined
  // Above the record it says who was first.
  const own = mine && isConflict(mine) ? { ...mine, message: null } : mine
  return (
    <ActPart id={id} isOpen={own !== undefined}>
      <summary className={`${controlClass(isQuiet ? 'plain' : kind)} cursor-pointer`}>
        {title}
      </summary>
      <div className="mt-3">
        <PageForm
          id={id}
          rules={rules}
          labels={labels}
          answer={own}
          draft={false}
          files={files}
          isShort
        >
          <input type="hidden" name="intent" value={id} />
          <div className="grid gap-4">{children}</div>
          <SubmitButton kind={kind === 'plain' ? 'secondary' : kind}>{title}</SubmitButton>
        </PageForm>
      </div>
    </ActPart>
  )
}

/** Of a page's acts one is open at a time; Escape closes it, and the focus is on its button again. */
export function ActPart({
  id,
  isOpen = false,
  children,
}: {
  id: string
  isOpen?: boolean
  children: ReactNode
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the key bubbles from its button and its form
    <details
      name="act"
      data-part={id}
      open={isOpen || undefined}
      className="act"
      onKeyDown={(event) => {
        const details = event.currentTarget
        if (event.key !== 'Escape' || event.defaultPrevented || !details.open) return
        event.preventDefault()
        details.open = false
        details.querySelector('summary')?.focus()
      }}
    >
      {children}
    </details>
  )
}

/** The same where it is forbidden: `why` is said once, beside all of them. */
export function ForbiddenActs({ titles, why }: { titles: readonly string[]; why: string }) {
  const id = useId()
  return (
    <div>
      <p id={id}>{why}</p>
      <ul className="mt-3 flex flex-wrap gap-2">
        {titles.map((title) => (
          <li key={title}>
            <button type="button" disabled aria-describedby={id} className={controlClass()}>
              {title}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
