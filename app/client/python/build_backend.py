"""Builds the package as PEP 517 asks: by the standard library, and with no file left beside it."""

import base64
import hashlib
import io
import re
import tarfile
import tomllib
import zipfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent

# Whatever has just imported this file has kept its byte code beside it.
if __spec__ is not None and __spec__.cached is not None:
    _CACHED = Path(__spec__.cached)
    _CACHED.unlink(missing_ok=True)
    if _CACHED.parent.is_dir() and not any(_CACHED.parent.iterdir()):
        _CACHED.parent.rmdir()


def build_wheel(
    wheel_directory: str,
    config_settings: object = None,
    metadata_directory: object = None,
) -> str:
    """Writes the wheel into a folder, and returns its name."""
    release = _release()
    info = f"{release}.dist-info"
    files = _sources() | {
        f"{info}/METADATA": _metadata(),
        f"{info}/WHEEL": b"Wheel-Version: 1.0\nGenerator: strikeline\n"
        b"Root-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/licenses/LICENSE": (ROOT / "LICENSE").read_bytes(),
    }
    record = "".join(f"{path},sha256={_digest(data)},{len(data)}\n" for path, data in files.items())
    files[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()
    name = f"{release}-py3-none-any.whl"
    with zipfile.ZipFile(Path(wheel_directory, name), "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in files.items():
            entry = zipfile.ZipInfo(path)
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, data)
    return name


def build_sdist(sdist_directory: str, config_settings: object = None) -> str:
    """Writes an archive of the sources into a folder, and returns its name."""
    release = _release()
    name = f"{release}.tar.gz"
    documents = ("LICENSE", "README.md", "build_backend.py", "pyproject.toml")
    files = _sources() | {path: (ROOT / path).read_bytes() for path in documents}
    files["PKG-INFO"] = _metadata()
    with tarfile.open(Path(sdist_directory, name), "w:gz") as archive:
        for path, data in files.items():
            entry = tarfile.TarInfo(f"{release}/{path}")
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return name


def _sources() -> dict[str, bytes]:
    """What is imported, by its path."""
    paths = [*ROOT.glob("strikeline/**/*.py"), ROOT / "strikeline/py.typed"]
    return {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in sorted(paths)}


def _project() -> dict[str, Any]:
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    return dict(tomllib.loads(text)["project"])


def _release() -> str:
    return f"{_project()['name']}-{_version()}"


def _version() -> str:
    text = (ROOT / "strikeline/_version.py").read_text("utf-8")
    found = re.search(r'^VERSION = "([^"]+)"$', text, re.MULTILINE)
    if found is None:
        raise ValueError("strikeline/_version.py names no version")
    return found[1]


def _metadata() -> bytes:
    """What is said of the package, with its README."""
    project = _project()
    lines = [
        "Metadata-Version: 2.4",
        f"Name: {project['name']}",
        f"Version: {_version()}",
        f"Summary: {project['description']}",
        f"License-Expression: {project['license']}",
        "License-File: LICENSE",
        f"Keywords: {','.join(project['keywords'])}",
        *(f"Classifier: {classifier}" for classifier in project["classifiers"]),
        f"Requires-Python: {project['requires-python']}",
    ]
    for extra, needed in project["optional-dependencies"].items():
        lines.append(f"Provides-Extra: {extra}")
        lines.extend(f'Requires-Dist: {package}; extra == "{extra}"' for package in needed)
    lines.append("Description-Content-Type: text/markdown")
    readme = (ROOT / project["readme"]).read_text("utf-8")
    return ("\n".join(lines) + f"\n\n{readme}").encode()


def _digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
