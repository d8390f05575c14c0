import { useId, useState } from 'react';
import Cropper from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import type { PhotoArea } from '../../kit/picture/cropPhoto.ts';
import styles from './EditProfile.module.css';

const ZOOM_MIN = 1;
const ZOOM_MAX = 4;
const ZOOM_STEP = 0.05;
/** Pixels of one press of an arrow key. */
const KEYBOARD_STEP_PX = 4;

/** Choosing the round part of a picture: by pointer, by touch, with the arrow keys and a slider. */
export function Crop({ url, onCrop }: { readonly url: string; readonly onCrop: (area: PhotoArea) => void }) {
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(ZOOM_MIN);
  const id = useId();
  return (
    <div className={styles.crop}>
      <div className={styles.stage}>
        <Cropper
          image={url}
          crop={crop}
          zoom={zoom}
          minZoom={ZOOM_MIN}
          maxZoom={ZOOM_MAX}
          aspect={1}
          cropShape="round"
          showGrid={false}
          objectFit="cover"
          keyboardStep={KEYBOARD_STEP_PX}
          // The styles are in a file: the page's policy takes none from scripts.
          disableAutomaticStylesInjection
          cropperProps={{ role: 'group', 'aria-label': 'Photo: arrow keys move it' }}
          mediaProps={{ alt: '' }}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_share, pixels) => onCrop(pixels)}
        />
      </div>
      <label className={styles.zoom} htmlFor={id}>
        Zoom
        <input
          id={id}
          type="range"
          min={ZOOM_MIN}
          max={ZOOM_MAX}
          step={ZOOM_STEP}
          value={zoom}
          onChange={({ target }) => setZoom(Number(target.value))}
        />
      </label>
    </div>
  );
}
