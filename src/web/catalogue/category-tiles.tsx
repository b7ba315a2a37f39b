import { keepTogether } from '../../domain/keep-together.ts'
import { usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { Card } from '../ui/card.tsx'
import { teaserWords } from './teaser-words.ts'

export type CategoryTile = {
  id: string
  title: string
  description: string
  icon: string
  count: number
  teaserCents: number
  teaserUpTo: boolean
  highestCents: number
}

export function CategoryTiles({
  categories,
  level: Heading,
}: {
  categories: CategoryTile[]
  level: 'h2' | 'h3'
}) {
  const t = useTexts('offers')
  const { locale } = usePage()
  return (
    <ul className="grid gap-4 md:auto-rows-fr md:grid-cols-2 lg:grid-cols-3">
      {categories.map(({ id, title, description, icon, count, ...teaser }) => (
        <Card
          key={id}
          as="li"
          pad="compact"
          className="product relative flex flex-col hover:border-primary"
        >
          <div className="flex flex-wrap gap-4">
            <img src={icon} alt="" width={56} height={56} className="size-14 shrink-0" />
            <div className="min-w-0 flex-1 basis-[min(100%,8rem)]">
              <Heading className="text-xl font-bold">
                <PageLink
                  page="Category"
                  values={{ kategorie: id }}
                  className="underline-offset-4 after:absolute after:inset-0 hover:underline"
                >
                  {title}
                </PageLink>
              </Heading>
              <p className="mt-1 text-base">{keepTogether(description)}</p>
            </div>
          </div>
          <p className="mt-auto flex flex-wrap items-center justify-between gap-x-3 pt-3">
            {teaser.teaserCents > 0 ? (
              <strong className="rounded-button bg-accent px-3 py-0.5 text-on-accent">
                {teaserWords(teaser, t, locale)}
              </strong>
            ) : null}
            <span className="ml-auto text-base text-muted">{t('offers.found', { count })}</span>
          </p>
        </Card>
      ))}
    </ul>
  )
}
