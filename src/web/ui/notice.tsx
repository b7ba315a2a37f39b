import type { ReactNode } from 'react'

const tones = {
  info: 'border-primary bg-tint',
  success: 'border-success bg-success-tint',
  danger: 'border-danger bg-danger-tint',
} as const

/** A message beside the content. `live` announces it when it appears. */
export function Notice({
  tone = 'info',
  title,
  live,
  children,
}: {
  tone?: keyof typeof tones
  title?: string
  live?: boolean
  children?: ReactNode
}) {
  const role = live ? (tone === 'danger' ? 'alert' : 'status') : undefined
  return (
    <div role={role} className={`notice rounded-field border-l-4 px-4 py-3 ${tones[tone]}`}>
      {title ? <p className="font-bold">{title}</p> : null}
      {children}
    </div>
  )
}
