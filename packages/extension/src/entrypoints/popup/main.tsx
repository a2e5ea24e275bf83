import '../../page/page.css'
import { createRoot } from 'react-dom/client'
import { followColourScheme } from '../../page/colour-scheme.ts'
import { Popup } from '../../page/popup.tsx'

followColourScheme()
const root = document.getElementById('root')
if (root) createRoot(root).render(<Popup query={new URLSearchParams(location.search)} />)
