import { LatePicture } from "../../components/picture";

/** One rope over a limb: one brother sits on it, the other holds its end. The limb leaves the column to the right. */
export function FounderRope({ className }: { className?: string }) {
  return (
    <div className={className}>
      <LatePicture name="about/founders-rope" className="aspect-4/3 w-[350%]" />
    </div>
  );
}
