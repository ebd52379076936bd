import assert from 'node:assert/strict';
import { maxImageBytes } from '../../../../src/shared/images/image.ts';
import { type ImageFile, readImageFile } from '../../../../src/shared/images/file/readImageFile.ts';
import {
  aGif,
  aJpeg,
  aPng,
  aWebp,
  bytesOf,
  exifBlock,
  gifExtension,
  jpegSegment,
  pngChunk,
} from '../../../support/images/imageFiles.ts';

function read(bytes: Uint8Array): ImageFile {
  const file = readImageFile(bytes);
  assert.ok(!('problem' in file), JSON.stringify(file));
  return file;
}

function problemOf(bytes: Uint8Array): string | undefined {
  const file = readImageFile(bytes);
  return 'problem' in file ? file.problem : undefined;
}

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

/** Everything that may tell of the user, with a word in each that must not be left. */
const exif = exifBlock(
  {
    0x010f: 'SECRETcamera',
    0x8825: 'SECRETplace',
    0x0132: 'SECRETdate',
    0x013b: 'SECRETauthor',
    0x0131: 'SECRETsoftware',
    0x010e: 'SECRETcomment',
  },
  { orientation: 6 },
);
const xmp = bytesOf('<x:xmpmeta exif:GPSLatitude="SECRET" dc:creator="SECRET"/>');
const everything = ['author', 'camera', 'comment', 'date', 'place', 'software'];

describe('readImageFile', () => {
  it('reads type and size by the contents', () => {
    const sizes = [aPng(31, 17), aJpeg(640, 480), aWebp(50, 20), aGif(7, 5)].map((bytes) => {
      const { type, width, height, isAnimated, removed } = read(bytes);
      assert.deepEqual([isAnimated, removed], [false, []]);
      return `${type} ${width}×${height}`;
    });
    assert.deepEqual(sizes, [
      'image/png 31×17',
      'image/jpeg 640×480',
      'image/webp 50×20',
      'image/gif 7×5',
    ]);
  });

  it('leaves a file without metadata as it is', () => {
    for (const bytes of [aPng(), aJpeg(), aWebp(), aGif(3, 3, { frames: 3 })]) {
      assert.deepEqual(read(bytes).bytes, bytes);
    }
  });

  it('knows what has several frames', () => {
    const frames = bytesOf(0, 0, 0, 2, 0, 0, 0, 0);
    assert.ok(read(aGif(3, 3, { frames: 2 })).isAnimated);
    assert.ok(read(aWebp(9, 9, [], { frames: 2 })).isAnimated);
    assert.ok(read(aPng(3, 3, [pngChunk('acTL', frames)])).isAnimated);
  });

  it('takes the metadata out of JPEG, says what it told, and keeps colours and orientation', () => {
    const profile = jpegSegment(0xe2, bytesOf('ICC_PROFILE\0', 1, 1, 'profile'));
    const adobe = jpegSegment(0xee, bytesOf('Adobe', 0, 100, 0, 0, 0, 0, 1));
    const bytes = aJpeg(
      40,
      30,
      [
        jpegSegment(0xe1, bytesOf('Exif\0\0', exif)),
        jpegSegment(0xe1, bytesOf('http://ns.adobe.com/xap/1.0/\0', xmp)),
        jpegSegment(0xed, bytesOf('Photoshop 3.0\0', 'SECRET')),
        jpegSegment(0xe2, bytesOf('MPF\0', 'SECRET')),
        jpegSegment(0xe5, bytesOf('SECRET')),
        jpegSegment(0xfe, bytesOf('SECRET')),
        profile,
        adobe,
      ],
      'SECRET video',
    );
    const file = read(bytes);
    assert.doesNotMatch(text(file.bytes), /SECRET/);
    assert.deepEqual(file.removed.toSorted(), [...everything, 'other', 'preview'].toSorted());
    assert.ok(text(file.bytes).includes(text(profile)) && text(file.bytes).includes(text(adobe)));
    const turned = exifBlock({}, { orientation: 6 });
    assert.ok(text(file.bytes).includes(`Exif\0\0${text(turned)}`));
    // What was cleaned once stays as it is: an import does not change it.
    assert.deepEqual(read(file.bytes), { ...file, removed: [] });
  });

  it('takes the metadata out of PNG', () => {
    const profile = pngChunk('iCCP', bytesOf('p\0\0profile'));
    const bytes = aPng(3, 2, [
      profile,
      pngChunk('tEXt', bytesOf('Author\0SECRET')),
      pngChunk('tEXt', bytesOf('parameters\0SECRET prompt')),
      pngChunk('iTXt', bytesOf('XML:com.adobe.xmp\0\0\0\0\0', xmp)),
      pngChunk('tIME', bytesOf(7, 234, 1, 1, 1, 1, 1)),
      pngChunk('caBX', bytesOf('SECRET')),
      pngChunk('eXIf', exif),
    ]);
    const file = read(bytesOf(bytes, 'SECRET'));
    assert.doesNotMatch(text(file.bytes), /SECRET|tIME|caBX/);
    assert.deepEqual(file.removed.toSorted(), [...everything, 'other'].toSorted());
    const turned = pngChunk('eXIf', exifBlock({}, { orientation: 6 }));
    assert.deepEqual(file.bytes, aPng(3, 2, [turned, profile]));
    assert.deepEqual(read(file.bytes), { ...file, removed: [] });
  });

  it('takes the metadata out of WebP', () => {
    const file = read(
      aWebp(50, 20, [
        ['EXIF', exif],
        ['XMP ', xmp],
        ['abcd', bytesOf('SECRET')],
      ]),
    );
    assert.doesNotMatch(text(file.bytes), /SECRET|XMP |abcd/);
    assert.deepEqual(file.removed.toSorted(), [...everything, 'other'].toSorted());
    assert.deepEqual([file.width, file.height], [50, 20]);
    assert.equal(file.bytes.length, 8 + Buffer.from(file.bytes).readUInt32LE(4));
    // The flags announce the orientation, and no XMP any more.
    assert.equal(file.bytes[20], 0x08);
    assert.deepEqual(read(file.bytes), { ...file, removed: [] });
  });

  it('takes the metadata out of GIF', () => {
    const loop = gifExtension(0xff, 'NETSCAPE2.0', '\x01\0\0');
    const bytes = aGif(7, 5, {
      frames: 2,
      more: [
        loop,
        gifExtension(0xfe, 'SECRET'),
        gifExtension(0xff, 'XMP DataXMP', text(xmp)),
        gifExtension(0xff, 'SECRETapp!!', 'SECRET'),
      ],
    });
    const file = read(bytesOf(bytes, 'SECRET'));
    assert.deepEqual(file.bytes, aGif(7, 5, { frames: 2, more: [loop] }));
    assert.deepEqual(file.removed.toSorted(), ['author', 'comment', 'other', 'place']);
  });

  it('says what cannot be sent', () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    assert.equal(problemOf(bytesOf(svg)), 'svg');
    assert.equal(
      problemOf(bytesOf(`\xef\xbb\xbf<?xml version="1.0"?>\n<!-- a -->\n${svg}`)),
      'svg',
    );
    assert.equal(problemOf(bytesOf('<html><body>')), 'otherType');
    assert.equal(problemOf(bytesOf('BM', new Uint8Array(60))), 'otherType');
    assert.equal(problemOf(new Uint8Array()), 'empty');
    assert.equal(problemOf(new Uint8Array(maxImageBytes + 1)), 'tooLarge');
    assert.equal(problemOf(aPng(8000, 5001)), 'tooManyPixels');
    assert.equal(problemOf(aPng(8000, 5000)), undefined);
    assert.equal(problemOf(aJpeg(65_535, 65_535)), 'tooManyPixels');
    assert.equal(problemOf(aPng(0, 2)), 'broken');
    assert.equal(problemOf(aJpeg(10, 0)), 'broken');
  });

  it('takes no incomplete file, wherever it was cut', () => {
    for (const bytes of [aPng(), aJpeg(), aWebp(50, 20, [['XMP ', xmp]]), aGif()]) {
      for (let length = 0; length < bytes.length; length += 1) {
        const problem = problemOf(bytes.subarray(0, length));
        assert.notEqual(problem, undefined, `${length} of ${bytes.length}`);
      }
    }
  });
});
