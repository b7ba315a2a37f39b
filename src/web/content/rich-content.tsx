import { keepTogether } from '../../domain/keep-together.ts'
import { isHtml } from '../../domain/rich-text.ts'
import { SafeHtml } from '../ui/safe-html.tsx'
import { PlainText } from './plain-text.tsx'

/** Content as plain markup, or as HTML that the server sanitised. */
export function RichContent({ text }: { text: string }) {
  const kept = keepTogether(text)
  return isHtml(text) ? <SafeHtml html={kept} /> : <PlainText text={kept} />
}
