import type { ReactNode } from 'react'

/** A page in one column; `narrow` for a form. */
export function PageColumn({ narrow, children }: { narrow?: boolean; children: ReactNode }) {
  return (
    <div
      className={`container-page flex flex-col gap-6 py-10 md:py-12 ${narrow ? 'max-w-2xl' : 'max-w-3xl'}`}
    >
      {children}
    </div>
  )
}
