/**
 * Head script of desk pages for input before hydration: remembers an Escape at an open record for the list, and lets a click anywhere in a
 * row follow its link. Links, forms and ticks need nothing.
 */
export const keepEarlyPresses =
  `onkeydown=({key})=>{if(key==='Escape'&&document.querySelector('.desk-record'))document.documentElement.dataset.escape=''};` +
  `onclick=e=>{let t=e.target;if(e.defaultPrevented||t.closest('a,button,input,label,select,textarea,summary')||''+getSelection())return;` +
  `t.closest('tr[data-row]')?.querySelector('a[data-handle]')?.dispatchEvent(new MouseEvent('click',{bubbles:true,cancelable:true,ctrlKey:e.ctrlKey,metaKey:e.metaKey,shiftKey:e.shiftKey}))};`

/** Whether Escape was pressed before hydration; from now on the list listens itself. */
export function tookEarlyEscape(): boolean {
  window.onkeydown = null
  window.onclick = null
  const { dataset } = document.documentElement
  const was = dataset['escape'] !== undefined
  delete dataset['escape']
  return was
}
