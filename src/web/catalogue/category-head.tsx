import { RichContent } from '../content/rich-content.tsx'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { teaserAmount } from './teaser-words.ts'
import { TextLink } from '../ui/text-link.tsx'
import { Shape } from '../ui/icon.tsx'

export function CategoryHead({
  category,
  intro,
}: {
  category: {
    title: string
    teaserCents: number
    teaserUpTo: boolean
    highestCents: number
    teaserText: string
  }
  intro: string
}) {
  const t = useTexts('offers')
  const { locale } = usePage()
  const amount = teaserAmount(category, t, locale)
  return (
    <section className="hero category-head">
      <div className="container-page py-6 md:py-10">
        <TextLink page="Categories" plain className="font-semibold">
          <Shape className="size-5">
            <path d="m15 18-6-6 6-6" />
          </Shape>
          {t('categories.all')}
        </TextLink>
        <div className="mt-2 flex flex-col gap-5 md:flex-row md:items-end md:justify-between md:gap-10">
          <div className="min-w-0">
            <h1 className="page-title">{category.title}</h1>
            {intro ? (
              <div className="prose-text category-intro">
                <RichContent text={intro} />
              </div>
            ) : null}
          </div>
          {category.teaserCents > 0 ? (
            <p className="shrink-0 md:text-right">
              <strong className="teaser">
                {category.teaserText ? amount : t('teaser.bonus', { amount })}
              </strong>{' '}
              {category.teaserText ? (
                <span className="mt-2 block max-w-[20em] text-base font-semibold">
                  {category.teaserText}
                </span>
              ) : null}
            </p>
          ) : null}
        </div>
      </div>
    </section>
  )
}
