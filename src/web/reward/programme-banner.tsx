import { usePageHref } from '../runtime/page-link.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'

export function ProgrammeBanner({
  title,
  text,
  button,
}: {
  title: string
  text: string
  button: string
}) {
  const pageHref = usePageHref()
  return (
    <Card
      as="aside"
      aria-label={title}
      tone="border border-hairline bg-tint"
      className="flex flex-col items-start justify-between gap-4 text-left md:flex-row md:items-center"
    >
      <div className="min-w-0">
        <p className="text-xl font-bold">{title}</p>
        <p className="mt-1">{text}</p>
      </div>
      <a
        href={`${pageHref('Homepage')}#products`}
        className={`${buttonClass('secondary')} w-full shrink-0 md:w-auto`}
      >
        {button}
      </a>
    </Card>
  )
}
