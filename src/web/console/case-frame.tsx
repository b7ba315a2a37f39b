import type { ReactNode } from 'react'
import { FormPlace } from '../ui/form/form-context.ts'
import { controlClass } from '../ui/table/control-class.ts'
import { pressKey, useCaseKeys } from './use-case-keys.ts'

/** Where a case's keys act. It stays from case to case, and with it the focus. */
export function CaseFrame({
  found,
  place,
  children,
}: {
  found: { id: string; version: number }
  place?: string | undefined // where its forms post to; default: the page's address
  children: ReactNode
}) {
  const { frame, ...keys } = useCaseKeys(found)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys only shorten what its buttons do
    <div ref={frame} data-case tabIndex={-1} {...keys} className="scroll-mt-16 focus:outline-none">
      <FormPlace value={place}>{children}</FormPlace>
    </div>
  )
}

export type CaseAct = { key: 'o' | 'n' | 'i' | 'w'; form: string; title: string }

/** A case's acts with their keys, in reach wherever it is read. Without script they lead to the forms. */
export function CaseBar({ acts, take }: { acts: readonly CaseAct[]; take: string }) {
  return (
    <div className="case-bar">
      {acts.map(({ key, form, title }) => (
        <a
          key={key}
          href={`#${form}`}
          className={`${controlClass(key === 'o' ? 'primary' : key === 'n' ? 'danger' : 'plain')} ${key === 'o' || key === 'n' ? '' : 'case-more'}`}
          onClick={(event) => {
            const frame = event.currentTarget.closest<HTMLElement>('[data-case]')
            if (frame === null || event.ctrlKey || event.metaKey || event.shiftKey) return
            event.preventDefault()
            pressKey(frame, key)
            frame.querySelector(`[data-part=${form}]`)?.scrollIntoView({ block: 'start' })
          }}
        >
          {title} <Key name={key} />
        </a>
      ))}
      <button type="submit" form="take" className={`${controlClass()} case-more`}>
        {take} <Key name="m" />
      </button>
    </div>
  )
}

const Key = ({ name }: { name: string }) => (
  <kbd aria-hidden="true" className="case-key">
    {name}
  </kbd>
)
