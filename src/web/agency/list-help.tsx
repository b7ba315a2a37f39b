import { Info } from 'lucide-react'
import { TablePopover } from '../ui/table/table-popover.tsx'
import { useTexts } from '../runtime/texts.ts'

/** What a list tells, for whoever asks: beside the title, where it takes no row of the list away. */
export function ListHelp({ text }: { text: string }) {
  const t = useTexts('agencyReports')
  return (
    <TablePopover id="list-help" icon={Info} label={t('about')} isIcon>
      <p>{text}</p>
    </TablePopover>
  )
}
