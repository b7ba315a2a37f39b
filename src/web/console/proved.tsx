import { ShieldCheck } from 'lucide-react'
import { useEffect } from 'react'
import { MessagePage } from '../layout/message-page.tsx'
import { useTexts } from '../runtime/texts.ts'

const channel = 'zs-proof'

/** Hears of a proof in another tab of this browser. Returns what ends that. */
export function hearOfProof(heard: () => void): () => void {
  const heardOn = new BroadcastChannel(channel)
  heardOn.addEventListener('message', heard)
  return () => heardOn.close()
}

/** The end of a proof at the provider: the tab that asked for it goes on by itself. */
export function ProvedPage() {
  const t = useTexts('console')
  useEffect(() => {
    const told = new BroadcastChannel(channel)
    told.postMessage('')
    told.close()
    // Browsers close only what a page opened.
    window.close()
  }, [])
  return (
    <MessagePage
      mark={<ShieldCheck className="size-10" />}
      title={t('proof.done')}
      text={t('proof.doneText')}
    />
  )
}
