import { Mail, MessageCircle, Share2 } from 'lucide-react'
import { useSyncExternalStore, type ReactNode } from 'react'
import { usePage } from '../runtime/page-context.tsx'
import { trackShare } from '../tracking/track.ts'
import { useTexts } from '../runtime/texts.ts'
import { Button, buttonClass, linkClass } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { linkFor, placeChannels, shareAddress, type ShareMessage } from './share-targets.ts'

type Shared = {
  title: string
  inSentence: string | null
  shortUrl: string
  channels: string[]
  recipientCents: number
  recipientAmount: string
}

const nearby = { wa: MessageCircle, em: Mail } as const

/** One prominent share channel, two beside it, the tenant's others behind "more". */
export function ShareButtons({ referral }: { referral: Shared }) {
  const { tenant } = usePage()
  const t = useTexts('referral')
  const message = useShareMessage(referral)
  const canShare = useNativeShare()
  const address = (channel: string) =>
    shareAddress(channel, referral.shortUrl, message, tenant.facebookId)
  const { beside, more } = placeChannels(referral.channels)
  const copied = linkFor(referral.shortUrl, 'ln')
  return (
    <div className="flex flex-col gap-3">
      {canShare ? (
        <Button wide onClick={() => void share(referral, message)}>
          <Share2 aria-hidden="true" />
          {t('share.native')}
        </Button>
      ) : null}
      <label className="sr-only" htmlFor="share-link">
        {t('share.link')}
      </label>
      {/* Links differ at their end, so wrap rather than truncate. */}
      <textarea
        id="share-link"
        readOnly
        rows={2}
        value={copied}
        onFocus={(event) => event.target.select()}
        className="field field-sizing-content min-h-12 w-full resize-none wrap-anywhere rounded-field border-2 border-line bg-background px-3.5 py-2.5 text-base"
      />
      <CopyButton
        text={copied}
        label={t('share.copy')}
        doneLabel={t('share.copied')}
        kind={canShare ? 'secondary' : 'primary'}
        fallbackId="share-link"
        wide
        onCopied={() => trackShare('ln')}
      />
      <ul className="grid gap-3 md:grid-cols-2">
        {beside.map((channel) => {
          const Icon = nearby[channel]
          return (
            <li key={channel}>
              <ShareLink channel={channel} address={address(channel)}>
                <Icon aria-hidden="true" />
                {t(`channel.${channel}`)}
              </ShareLink>
            </li>
          )
        })}
      </ul>
      {more.length > 0 ? (
        <details>
          <summary className={`${linkClass()} w-full list-none justify-center font-semibold`}>
            {t('share.more')}
          </summary>
          <ul className="mt-2 grid gap-3 md:grid-cols-2">
            {more.map((channel) => (
              <li key={channel}>
                <ShareLink channel={channel} address={address(channel)}>
                  {t(`channel.${channel}` as 'channel.fb')}
                </ShareLink>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </div>
  )
}

function ShareLink({
  channel,
  address,
  children,
}: {
  channel: string
  address: string | null
  children: ReactNode
}) {
  const t = useTexts('referral')
  const opensTab = !address?.startsWith('mailto:')
  return (
    <a
      href={address ?? ''}
      onClick={() => trackShare(channel)}
      className={buttonClass('secondary', true)}
      {...(opensTab ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
    >
      {children}
      {opensTab ? <span className="sr-only"> ({t('share.newTab')})</span> : null}
    </a>
  )
}

function useShareMessage({
  title,
  inSentence,
  recipientCents,
  recipientAmount,
}: Shared): ShareMessage {
  const { tenant } = usePage()
  const t = useTexts('referral')
  const values = { product: title, name: tenant.name, amount: recipientAmount }
  const opening = inSentence
    ? t('message.opening', { ...values, product: inSentence })
    : t('message.openingOffer', values)
  return {
    subject: t('message.subject', values),
    text: `${opening} ${t(recipientCents > 0 ? 'message.withReward' : 'message.plain', values)}`,
  }
}

const noChange = () => () => {}

// Browser only: the server renders as if there were no share sheet.
function useNativeShare(): boolean {
  return useSyncExternalStore(
    noChange,
    () => typeof navigator.share === 'function',
    () => false,
  )
}

async function share({ shortUrl }: Shared, message: ShareMessage): Promise<void> {
  try {
    await navigator.share({
      title: message.subject,
      text: message.text,
      url: linkFor(shortUrl, 'ns'),
    })
    trackShare('ns')
  } catch {
    // Closing the sheet is no error; every other channel is still there.
  }
}
