import type { ReactNode } from 'react'
import { useTitleState } from '../runtime/title-parts.ts'
import { Words } from '../ui/keep-together.tsx'

/** A page with one message and ways out: errors, empty and final states. It names the tab. */
export function MessagePage({
  mark,
  title,
  text,
  children,
}: {
  mark: ReactNode // an icon, or a few characters
  title: string
  text: ReactNode
  children?: ReactNode // ways out, as buttons
}) {
  useTitleState(title)
  return (
    <div className="container-page flex max-w-2xl flex-col items-center gap-5 py-14 text-center md:py-24">
      <p
        aria-hidden="true"
        className="message-mark grid aspect-square min-h-24 min-w-24 place-items-center rounded-full bg-hero px-5 font-heading text-4xl font-bold text-hero-text"
      >
        {mark}
      </p>
      <h1 className="page-title">
        <Words text={title} />
      </h1>
      <div className="max-w-full text-lg wrap-anywhere">{text}</div>
      {children ? (
        <div className="flex w-full flex-col justify-center gap-3 md:w-auto md:flex-row md:flex-wrap">
          {children}
        </div>
      ) : null}
    </div>
  )
}
