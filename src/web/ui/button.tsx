import type { ComponentProps, ReactNode } from 'react'
import { Spinner } from './spinner.tsx'

export type ButtonKind = 'primary' | 'accent' | 'secondary' | 'quiet' | 'link' | 'danger'

const kinds: Record<Exclude<ButtonKind, 'link'>, string> = {
  primary: 'bg-primary text-on-primary hover:brightness-110',
  accent: 'bg-accent text-on-accent hover:brightness-105',
  secondary: 'border-2 border-primary bg-surface text-primary-text hover:bg-tint',
  danger: 'bg-danger text-surface hover:brightness-110',
  quiet: 'text-link underline underline-offset-4 hover:no-underline',
}

// As high as a finger.
const alone =
  'inline-flex min-h-11 items-center gap-2 underline underline-offset-4 hover:no-underline'
const links = { alone: `${alone} text-link`, inText: 'text-link underline', plain: alone }

/** Classes of a text link: alone, in a sentence, or alone in the colour around it. */
export const linkClass = (kind: keyof typeof links = 'alone'): string => links[kind]

/** Button classes, for links that look like one. */
export function buttonClass(kind: ButtonKind = 'primary', wide = false): string {
  if (kind === 'link') return linkClass()
  return `button inline-flex min-h-12 items-center justify-center gap-2 rounded-button px-[min(1.5rem,7.5vw)] py-2.5 text-center leading-snug font-bold transition ${kinds[kind]} ${wide ? 'w-full' : ''}`
}

type ButtonProps = ComponentProps<'button'> & {
  kind?: ButtonKind
  wide?: boolean
  pending?: string | false // shown while busy
  children: ReactNode
}

export function Button({ kind, wide, pending, children, className, ...props }: ButtonProps) {
  return (
    <button
      type="button"
      {...props}
      className={`${buttonClass(kind, wide)} ${className ?? ''}`}
      aria-disabled={pending ? true : undefined}
    >
      {children}
      {pending ? <Spinner label={pending} /> : null}
    </button>
  )
}
