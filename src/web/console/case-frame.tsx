import type { ReactNode } from 'react'
import { useCaseKeys } from './use-case-keys.ts'

/** Where a case's keys act. It stays from case to case, and with it the focus. */
export function CaseFrame({
  found,
  children,
}: {
  found: { id: string; version: number }
  children: ReactNode
}) {
  const { frame, ...keys } = useCaseKeys(found)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys only shorten what its buttons do
    <div ref={frame} tabIndex={-1} {...keys} className="scroll-mt-16 focus:outline-none">
      {children}
    </div>
  )
}
