import { isHtml } from '../../domain/rich-text.ts'
import { SafeHtml } from '../ui/safe-html.tsx'
import { PlainText } from './plain-text.tsx'

/** A text of content, be it plain markup or HTML that the server cleaned. */
export function RichContent({ text }: { text: string }) {
  return isHtml(text) ? <SafeHtml html={text} /> : <PlainText text={text} />
}
