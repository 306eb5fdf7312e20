# Installs the latest release of Thermodon for Windows:
#
#   powershell -c "irm https://github.com/thermodon/thermodon/releases/latest/download/thermodon-installer.ps1 | iex"
#
# Environment: THERMODON_INSTALL_DIR is the directory of the program
# (%LOCALAPPDATA%\Programs\thermodon), THERMODON_DOWNLOAD_URL the address of the archives (those of
# the latest release).

function Install-Thermodon {
    $ErrorActionPreference = "Stop"
    # The progress bar slows downloads.
    $ProgressPreference = "SilentlyContinue"
    $url = $env:THERMODON_DOWNLOAD_URL
    if (-not $url) { $url = "https://github.com/thermodon/thermodon/releases/latest/download" }
    $directory = $env:THERMODON_INSTALL_DIR
    if (-not $directory) { $directory = Join-Path $env:LOCALAPPDATA "Programs\thermodon" }
    $name = "thermodon-x86_64-pc-windows-msvc"

    $work = Join-Path ([IO.Path]::GetTempPath()) ([IO.Path]::GetRandomFileName())
    New-Item -ItemType Directory -Path $work | Out-Null
    try {
        $archive = Join-Path $work "$name.zip"
        Invoke-WebRequest -UseBasicParsing -Uri "$url/$name.zip" -OutFile $archive
        Invoke-WebRequest -UseBasicParsing -Uri "$url/$name.zip.sha256" -OutFile "$archive.sha256"
        $expected = (Get-Content "$archive.sha256").Split(" ")[0]
        if ((Get-FileHash -Algorithm SHA256 $archive).Hash -ne $expected) {
            throw "$name.zip is damaged: its SHA-256 is not $expected."
        }
        Expand-Archive -Path $archive -DestinationPath $work
        New-Item -ItemType Directory -Force -Path $directory | Out-Null
        Copy-Item -Force (Join-Path $work "$name\thermodon.exe") $directory
    } finally {
        Remove-Item -Recurse -Force $work
    }
    Write-Output "installed $(& (Join-Path $directory "thermodon.exe") --version) in $directory"

    $path = [Environment]::GetEnvironmentVariable("Path", "User")
    if (-not $env:THERMODON_INSTALL_DIR -and $path.Split(";") -notcontains $directory) {
        [Environment]::SetEnvironmentVariable("Path", "$path;$directory", "User")
        Write-Output "added it to Path; open a new terminal to run thermodon by name"
    }
}

Install-Thermodon
