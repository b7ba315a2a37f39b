import type { HTMLAttributes } from 'react'

const pads = {
  none: '',
  compact: 'card p-4 md:p-5',
  small: 'card p-5',
  large: 'card p-[min(1.25rem,6.25vw)] md:p-8',
}

/** Card classes, for forms and links that look like one; `tone` is its edge and surface. */
export const cardClass = (
  pad: keyof typeof pads = 'large',
  tone = 'border border-hairline bg-surface',
): string => `rounded-card ${tone} ${pads[pad]}`

type CardProps = HTMLAttributes<HTMLElement> & {
  as?: 'div' | 'li' | 'ul' | 'section' | 'aside' | 'details'
  pad?: keyof typeof pads
  tone?: string | undefined
}

/** A surface with an edge. */
export function Card({ as: Tag = 'div', pad, tone, className = '', ...props }: CardProps) {
  return <Tag {...props} className={`${cardClass(pad, tone)} ${className}`} />
}
