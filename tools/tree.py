"""The files of the project, for the checks: what git tracks (or would), or every file where there is no git."""
import os
import subprocess

SKIPPED_FOLDERS = {".git", "out", "__pycache__"}


def project_root():
    return os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def project_files(root):
    """Paths relative to root, with forward slashes, sorted."""
    if os.path.exists(os.path.join(root, ".git")):
        command = ["git", "-c", "safe.directory=*", "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        listing = subprocess.run(command, capture_output=True, check=True).stdout.decode()
        paths = [path for path in listing.split("\0") if path]
    else:
        paths = []
        for folder, folders, files in os.walk(root):
            folders[:] = [f for f in folders if f not in SKIPPED_FOLDERS and not f.startswith("build")]
            paths += [os.path.relpath(os.path.join(folder, name), root).replace(os.sep, "/") for name in files]
    return sorted(path for path in paths if os.path.isfile(os.path.join(root, path)))


def cpp_files(root):
    return [path for path in project_files(root) if path.endswith((".h", ".cpp"))]


def read_text(root, path):
    """The text of a file, or None when it is not text."""
    with open(os.path.join(root, path), "rb") as file:
        data = file.read()
    if b"\0" in data:
        return None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return None


def report(name, problems, checked):
    """Prints the problems, or one line when there are none. Returns the exit code."""
    for problem in problems:
        print(problem)
    if problems:
        print(f"{name}: {len(problems)} problem(s) in {checked} files")
        return 1
    print(f"{name}: {checked} files are fine")
    return 0
