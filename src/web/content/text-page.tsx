import type { ReactNode } from 'react'
import { RichContent } from './rich-content.tsx'

export function TextPage({
  title,
  text,
  children,
}: {
  title: string
  text: string
  children?: ReactNode
}) {
  return (
    <div className="container-page max-w-3xl py-10 md:py-12">
      <h1 className="page-title">{title}</h1>
      <div className="prose-text mt-4">
        <RichContent text={text} />
      </div>
      {children}
    </div>
  )
}
