"""Render the recipe for each platform and Python, and print what each package would need."""

from pathlib import Path

from rattler_build import PlatformConfig, RenderConfig, Stage0Recipe, VariantConfig

PLATFORMS = ["linux-64", "linux-aarch64", "osx-64", "osx-arm64", "win-64"]
PYTHONS = ["3.11.* *_cpython", "3.12.* *_cpython", "3.13.* *_cp313", "3.14.* *_cp314"]

recipe = Stage0Recipe.from_file(str(Path(__file__).with_name("recipe.yaml")))
for platform in PLATFORMS:
    variants = VariantConfig({"python": PYTHONS, "c_compiler": ["gcc"], "c_stdlib": ["sysroot"]})
    config = RenderConfig(platform=PlatformConfig(target_platform=platform))
    rendered = recipe.render(variants, config)
    assert len(rendered) == len(PYTHONS), f"{platform}: {len(rendered)} packages"
    for one in rendered:
        print(platform, one.variant["python"], one.hash_info.prefix, one.hash_info.hash)
