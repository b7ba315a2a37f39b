/**
 * Script for the head of a desk's page, for what is pressed before the list is live. An Escape at an open record is kept for the list, which
 * is on every page with a record; a press anywhere in a row follows the row's link, as it does afterwards. Links, forms and ticks need nothing.
 */
export const keepEarlyPresses =
  `onkeydown=({key})=>{if(key==='Escape'&&document.querySelector('.desk-record'))document.documentElement.dataset.escape=''};` +
  `onclick=e=>{let t=e.target;if(e.defaultPrevented||t.closest('a,button,input,label,select,textarea,summary')||''+getSelection())return;` +
  `t.closest('tr[data-row]')?.querySelector('a[data-handle]')?.dispatchEvent(new MouseEvent('click',{bubbles:true,cancelable:true,ctrlKey:e.ctrlKey,metaKey:e.metaKey,shiftKey:e.shiftKey}))};`

/** Whether Escape was pressed before the list was live; from now on it listens itself. */
export function tookEarlyEscape(): boolean {
  window.onkeydown = null
  window.onclick = null
  const { dataset } = document.documentElement
  const was = dataset['escape'] !== undefined
  delete dataset['escape']
  return was
}
